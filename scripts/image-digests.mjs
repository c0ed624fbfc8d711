//! Digests of container images, asked of their registries over HTTP (OCI Distribution Specification), with the anonymous token
//! that registries give for public images.
import { sha256 } from "./provenance.mjs";

const TYPES = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");
const PATIENCE = 20_000;

/** The arguments of a Dockerfile that name an image: `ARG NODE_IMAGE=node:20`. */
export const baseImages = (dockerfile) =>
  [...dockerfile.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, argument, image]) => ({ argument, image }));

/** Where an image lies: its registry's address, its name there, and its tag. Without a registry it is Docker Hub's. */
export function locate(image) {
  const [, host, path, tag = "latest"] = image.match(/^(?:([^/]+[.:][^/]*)\/)?([^:@]+)(?::([^@]+))?/);
  if (!host) return { registry: "https://registry-1.docker.io", name: path.includes("/") ? path : `library/${path}`, tag };
  return { registry: `${/^(localhost|127\.)/.test(host) ? "http" : "https"}://${host}`, name: path, tag };
}

/**
 * The digest of what a tag names now, as `sha256:…`. It is computed from the manifest and not taken from a header.
 * @throws if the registry does not answer, or has no such image
 */
export async function imageDigest(image) {
  const { registry, name, tag } = locate(image);
  const ask = (token) => fetch(`${registry}/v2/${name}/manifests/${tag}`, {
    headers: { accept: TYPES, ...(token && { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(PATIENCE),
  });
  let answer = await ask();
  if (answer.status === 401) {
    const wanted = Object.fromEntries([...(answer.headers.get("www-authenticate") ?? "").matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    const service = new URLSearchParams({ service: wanted.service ?? "", scope: `repository:${name}:pull` });
    const granted = await fetch(`${wanted.realm}?${service}`, { signal: AbortSignal.timeout(PATIENCE) });
    answer = await ask((await granted.json()).token);
  }
  if (!answer.ok) throw new Error(`${answer.status}`);
  return `sha256:${sha256(Buffer.from(await answer.arrayBuffer()))}`;
}
