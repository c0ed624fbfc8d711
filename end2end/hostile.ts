//! Texts that nobody means well with: markup, handlers, addresses that are programs, templates, signs that turn or hide what is
//! around them, piles, floods. Each fits into a line; `FLOODS` do not. Whatever of them could run would call `hit()`.

const CALLS = ["hit()", "hit`1`", "top['hit']()", "window.parent.hit()"];

const TAGS = [
  "<script>CALL</script>",
  "<ScRiPt>CALL</sCrIpT>",
  "<script src=data:text/javascript,CALL></script>",
  "<script\n>CALL</script\n>",
  "</script><script>CALL</script>",
  "</title><script>CALL</script>",
  "</textarea><script>CALL</script>",
  "</style><script>CALL</script>",
  "<!--><script>CALL</script>-->",
  "<![CDATA[<script>CALL</script>]]>",
  "<img src=x onerror=CALL>",
  "<img src=x onerror='CALL'//",
  '"><img src=x onerror="CALL">',
  "'><img src=x onerror=CALL>",
  "<image href=x onerror=CALL>",
  "<svg onload=CALL>",
  "<svg/onload=CALL>",
  "<svg><script>CALL</script></svg>",
  "<svg><animate onbegin=CALL attributeName=x dur=1s>",
  "<svg><a xlink:href=javascript:CALL><text y=9>a</text></a>",
  "<svg><use href=data:image/svg+xml,<svg/onload=CALL>>",
  "<math><mtext><script>CALL</script></mtext></math>",
  "<math href=javascript:CALL>click</math>",
  "<body onload=CALL>",
  "<iframe src=javascript:CALL>",
  "<iframe srcdoc='<script>parent.CALL</script>'>",
  "<object data=javascript:CALL>",
  "<embed src=javascript:CALL>",
  "<a href=javascript:CALL>click</a>",
  "<a href=' &#1; javascript:CALL'>click</a>",
  "<form action=javascript:CALL><button>b",
  "<button formaction=javascript:CALL>b",
  "<input autofocus onfocus=CALL>",
  "<select autofocus onfocus=CALL>",
  "<textarea autofocus onfocus=CALL>",
  "<details open ontoggle=CALL>",
  "<video><source onerror=CALL></video>",
  "<audio src=x onerror=CALL>",
  "<marquee onstart=CALL>",
  "<link rel=stylesheet href=javascript:CALL>",
  "<meta http-equiv=refresh content='0;url=javascript:CALL'>",
  "<base href=javascript:CALL//>",
  "<style>*{background:url(javascript:CALL)}</style>",
  "<div style=position:fixed;inset:0;background:red>",
  "<p popover id=x onbeforetoggle=CALL>",
  "<template><script>CALL</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=CALL>'>",
  "<plaintext><script>CALL",
];

const PLAIN = [
  "javascript:CALL",
  "JaVaScRiPt:CALL",
  "data:text/html,<script>CALL</script>",
  "vbscript:CALL",
  "{{constructor.constructor('CALL')()}}",
  "${CALL}",
  "#{CALL}",
  "<%= CALL %>",
  "{%CALL%}",
  "`${CALL}`",
  "';CALL;//",
  '";CALL;//',
  "\\';CALL;//",
  "\\u003cscript\\u003eCALL",
  "&lt;script&gt;CALL&lt;/script&gt;",
  "&#60;img src=x onerror=CALL&#62;",
  "%3Cscript%3ECALL%3C/script%3E",
  "+ADw-script+AD4-CALL",
  "\u0000<script>CALL</script>",
  "<\u200bscript>CALL</script>",
  "＜script＞CALL＜/script＞",
  "on\u00adload=CALL",
  "{\"fault\":\"closed\"}",
  "{\"t\":\"cmd\",\"id\":1,\"cmd\":\"resign\"}",
  "__proto__", "constructor", "[object Object]", "undefined", "null", "NaN",
  "' OR '1'='1", "'; DROP TABLE rooms; --", "../../../etc/passwd", "$(reboot)", "%n%n%s%s", "\r\nSet-Cookie: a=b",
];

const pile = (marks: string, on = "Z") => on + marks.repeat(60);

const SIGNS = [
  "\u202eright to left\u202c",
  "\u2067isolate \u2066nested\u2069",
  "\u202a\u202b\u202d\u202e open",
  "abc\u202etxt.exe",
  "\u200f\u200e\u061c marks",
  "שלום \u202d עולם",
  "مرحبا\u202eabc",
  pile("\u0300"), pile("\u0301\u0489"), pile("\u0334\u0335\u0336"), pile("\u20dd"), pile("\u1ab0\u1dc0"), pile("\ufe20"),
  pile("\u0e49", "ก"), pile("\u0e47\u0e38", "ก"), pile("\u064b\u0651", "م"), pile("\u0591\u05b0", "ש"), pile("\u0f72\u0f74", "ཀ"),
  pile("\u0951\u0941", "क"), pile("\u200b\u0300"), pile("\u200d\u0301"), pile("\ufe0f\u0302"),
  "\u200b".repeat(120) + "x",
  "x\u200d".repeat(60), "a\u2060".repeat(60), "\ufeff".repeat(60) + "bom", "\u3164".repeat(60) + "filler", "\u2800".repeat(60) + "braille",
  "\u{e0041}".repeat(50) + "tags", "\u{1d173}".repeat(40) + "music", "\u115f\u1160".repeat(40) + "jamo",
  "﷽".repeat(40), "𒐫".repeat(40), "⸻".repeat(40), "𒈙".repeat(40), "꧅".repeat(40), "௵".repeat(60),
  "W".repeat(140), "_".repeat(140), "i".repeat(140), "👨‍👩‍👧‍👦".repeat(12), "🏳️‍🌈".repeat(20), "🇩🇪".repeat(60), "👩🏽‍🚀 1️⃣ ❤️‍🔥",
  "ー".repeat(140), "ᚙ".repeat(140), "\u1680".repeat(60) + "ogham", "\u3000".repeat(60) + "wide", "\u2028line\u2029break", "\u0085next\u000bline",
  "\u001b[31mred\u001b[0m", "\u0007\u0008bell", "\ue000\uf8ff private", "\u{10ffff} last", "\ufffe\uffff none", "\ud7ff edge",
  "A\u030a\u0323\u0301\u0302 B", "e\u0301".repeat(70), "ẛ̣", "ﬀﬁﬂ", "ℌ𝔢𝔩𝔩𝔬", "ᴀʙᴄ", "ⓐⓑⓒ",
];

const called = (texts: readonly string[], from: number) =>
  texts.map((text, place) => text.replace("CALL", CALLS[(place + from) % CALLS.length] ?? "hit()"));

/** More than two hundred, none twice. */
export const HOSTILE: readonly string[] = [
  ...new Set([...called(TAGS, 0), ...called(TAGS, 1), ...called(TAGS, 2), ...called(PLAIN, 0), ...called(PLAIN.slice(0, 22), 1), ...SIGNS]),
];

/** Longer than anything may be. */
export const FLOODS: readonly string[] = [
  "x".repeat(10_000),
  "\u0300".repeat(3_000) + "x".repeat(2_000),
  "<img src=x onerror=hit()>".repeat(400),
  "\u202e".repeat(3_000) + "x".repeat(1_000),
];
