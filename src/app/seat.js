// The secret of the link that leads here stands behind its `#`, which no server and no log gets to see.
const field = document.getElementById("secret");
const secret = location.hash.slice(1);
if (field && secret) {
  field.value = secret;
  document.getElementById("typed").hidden = true;
  history.replaceState(null, "", location.pathname);
}
