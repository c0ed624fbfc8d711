for (const script of ["stage", "camera", "notify"]) import(`/${script}.js?EDITION`).catch(() => {});
