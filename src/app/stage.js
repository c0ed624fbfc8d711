const program = document.querySelector("link[rel=modulepreload]").getAttribute("href");
for (const script of ["stage", "camera"]) import(`/${script}.js?${program}`).catch(() => {});
