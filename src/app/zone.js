// Tells the form that opens an event which time zone its visitor has: by how many minutes the time there is behind UTC, on the
// day that was chosen, because summer time may begin until then.
const form = document.querySelector(".event-form");
const setZone = () => {
  const { date, time, zone } = form.elements;
  const chosen = new Date(`${date.value}T${time.value || "12:00"}`);
  zone.value = (Number.isNaN(+chosen) ? new Date() : chosen).getTimezoneOffset();
};
if (form) {
  form.addEventListener("input", setZone);
  form.addEventListener("submit", setZone);
  setZone();
  document.getElementById("zone-name").textContent = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
}
