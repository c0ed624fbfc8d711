// Seat transfer: reads the secret from the fragment (`#`) of the link, which browsers send to no server, so no log contains it.
const field = document.getElementById("secret");
const secret = location.hash.slice(1);
if (field && secret) {
  field.value = secret;
  document.getElementById("typed").hidden = true;
  history.replaceState(null, "", location.pathname);
}
