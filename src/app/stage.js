const program = document.querySelector("link[rel=modulepreload]").getAttribute("href");
for (const script of ["stage", "camera", "notify", "app"]) import(`/${script}.js?${program}`).catch(() => {});
