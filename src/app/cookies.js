// Without cookies the server knows nobody again: a seat, a name and a language last for no longer than a request. It is said
// before somebody tries in vain.
const PROBE = "duello_probe";
document.cookie = `${PROBE}=1; path=/; samesite=strict`;
document.getElementById("cookieless").hidden = document.cookie.includes(PROBE);
document.cookie = `${PROBE}=; path=/; max-age=0`;
