// How the page is installed, at the foot of the home page: by its button where the browser does it, else by hand.
const button = document.getElementById("install");
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    event.prompt();
  };
});

// Safari on an iPhone or iPad, and not the app: other browsers there name themselves after the version.
if (navigator.standalone === false && /Version\/\S+ (Mobile\/\S+ )?Safari/.test(navigator.userAgent)) {
  const hint = document.getElementById("install-ios");
  try {
    hint.hidden = localStorage.getItem("duello.install") !== null;
    hint.querySelector("button").onclick = () => {
      hint.hidden = true;
      localStorage.setItem("duello.install", "read");
    };
  } catch {
    // Storage is shut: what cannot be put away for good is not shown.
  }
}
