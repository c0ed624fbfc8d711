//! An in-toto statement (https://in-toto.io/Statement/v1) with SLSA's provenance (https://slsa.dev/provenance/v1): which files
//! were built from which commit with which tools. It is not signed: sign it with a key of your own, if you have one.
import { createHash } from "node:crypto";

/** The SHA-256 of bytes, in hexadecimal digits. */
export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * The statement.
 * @param built.subjects files that were made, each with its digest
 * @param built.sources files of the commit that pin all dependencies, each with its digest
 * @param built.tools versions by name
 * @param built.images images of the container, each with its digest
 */
export function statement({ subjects, commit, sources, tools, images, machine, finishedOn }) {
  const dependencies = [
    { uri: "git+file:.", digest: { gitCommit: commit } },
    ...sources,
    ...images.map(({ image, digest }) => ({ uri: `docker://${image}`, digest: { sha256: digest.replace("sha256:", "") } })),
  ];
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: subjects,
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:duello:make-release:v1",
        externalParameters: { command: "make release", machine },
        internalParameters: { tools },
        resolvedDependencies: dependencies,
      },
      runDetails: { builder: { id: "urn:duello:unsigned-local-build" }, metadata: { finishedOn } },
    },
  };
}
