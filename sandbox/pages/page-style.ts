/** A small version of the product's styles, for pages that load no other file. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --background: light-dark(#f6f8f8, #0b1112);
  --surface: light-dark(#ffffff, #121a1b);
  --sunken: light-dark(#eef2f2, #1b2627);
  --border: light-dark(#e0e6e5, #243132);
  --border-strong: light-dark(#87938f, #647676);
  --foreground: light-dark(#0f1e1d, #e7efee);
  --muted: light-dark(#54625f, #9db0ae);
  --accent: light-dark(#0d5f5a, #48b5aa);
  --accent-hover: light-dark(#0a4d49, #62c8be);
  --accent-foreground: light-dark(#ffffff, #04211f);
  --accent-soft: light-dark(#e2f1ef, #113130);
  --positive: light-dark(#12693c, #62d193);
  --positive-soft: light-dark(#e3f4ea, #112a1d);
  --negative: light-dark(#b3261e, #ff9288);
  --negative-solid: light-dark(#b3261e, #c4382e);
  --negative-solid-hover: light-dark(#93201a, #ad2f26);
  --negative-soft: light-dark(#fcebe9, #371a18);
  --attention: light-dark(#855000, #f0b755);
  --attention-soft: light-dark(#fdf1dc, #32260f);
  --ring: light-dark(#0f7f77, #5fd0c5);
  --shadow: light-dark(rgb(14 40 38 / 9%), rgb(0 0 0 / 50%));
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--background); color: var(--foreground); -webkit-text-size-adjust: 100%; }
body {
  margin: 0; padding-bottom: 3rem;
  font: 0.9375rem/1.5rem 'Inter Variable', Inter, ui-sans-serif, system-ui, sans-serif;
  -webkit-font-smoothing: antialiased;
}
h1, h2, h3, p, dl, dd, ul, ol, fieldset { margin: 0; padding: 0; border: 0; }
h1, h2, h3 { letter-spacing: -0.015em; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 1.25rem; line-height: 1.75rem; font-weight: 600; }
h2 { font-size: 1rem; line-height: 1.5rem; font-weight: 600; }
p, dd, dt, li { overflow-wrap: anywhere; }
p { text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: 0.25rem; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
[tabindex='-1']:focus-visible { outline: none; }
main, nav { width: 100%; max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
main { display: grid; gap: 1.5rem; padding-top: 1rem; }
.muted { color: var(--muted); }
.small { font-size: 0.8125rem; line-height: 1.25rem; }
.figure { font-variant-numeric: tabular-nums; white-space: nowrap; }
.amount {
  font-size: 2.25rem; line-height: 2.75rem; font-weight: 600; letter-spacing: -0.025em;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.sandbox {
  border-bottom: 1px solid color-mix(in oklab, var(--attention) 30%, transparent);
  background: var(--attention-soft); padding: 0.625rem 1rem; text-align: center;
  font-size: 0.875rem; line-height: 1.25rem;
}
.sandbox strong {
  margin-right: 0.375rem; border-radius: 0.25rem; background: var(--attention); color: var(--attention-soft);
  padding: 0.125rem 0.5rem; font-size: 0.75rem; font-weight: 600;
}
.back { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; font-size: 0.875rem; font-weight: 500; text-decoration: none; }
.back::before { content: '\\2190' / ''; }
.back:hover { text-decoration: underline; }
nav { padding-top: 0.75rem; }
nav + main { padding-top: 0.25rem; }
.card {
  display: grid; gap: 1rem; align-content: start; min-width: 0; padding: 1.25rem;
  border: 1px solid var(--border); border-radius: 0.75rem; background: var(--surface);
  box-shadow: 0 1px 2px -1px var(--shadow);
}
.stack { display: grid; gap: 1rem; align-content: start; min-width: 0; }
.tight { display: grid; gap: 0.25rem; min-width: 0; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
.between { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
.between > :last-child { text-align: right; }
.rows { display: grid; }
.rows > * { border-top: 1px solid var(--border); padding-block: 0.75rem; }
.rows > :first-child { border-top: 0; padding-top: 0; }
.rows > :last-child { padding-bottom: 0; }
form { display: grid; gap: 1rem; }
.row > form { display: contents; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }
.field { display: grid; gap: 0.375rem; min-width: 0; }
.field label, legend { font-size: 0.875rem; line-height: 1.25rem; font-weight: 500; }
.field label span { margin-left: 0.25rem; font-size: 0.75rem; font-weight: 400; color: var(--muted); }
input:not([type='radio'], [type='checkbox'], [type='hidden']), select {
  width: 100%; min-height: 2.75rem; border: 1px solid var(--border-strong); border-radius: 0.5rem;
  background: var(--surface); color: inherit; padding: 0 0.75rem; font: inherit; font-size: 1rem;
  font-variant-numeric: tabular-nums;
}
input::placeholder { color: var(--muted); opacity: 1; }
input:focus-visible, select:focus-visible { border-color: var(--ring); outline-offset: -1px; }
input[aria-invalid='true'] { border-color: var(--negative); }
input[aria-invalid='true']:focus-visible { outline-color: var(--negative); }
.error-text { display: flex; gap: 0.375rem; font-size: 0.875rem; line-height: 1.25rem; color: var(--negative); }
.error-text svg { margin-top: 0.125rem; }
.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.25rem 1rem;
  border: 1px solid transparent; border-radius: 0.5rem; background: var(--accent); color: var(--accent-foreground);
  font: inherit; font-size: 0.9375rem; font-weight: 500; text-align: center; text-decoration: none; cursor: pointer;
  overflow-wrap: anywhere; box-shadow: 0 1px 2px -1px var(--shadow);
}
.button:hover { background: var(--accent-hover); }
.button.secondary { border-color: color-mix(in oklab, var(--border-strong) 60%, transparent); background: var(--surface); color: var(--foreground); }
.button.secondary:hover { border-color: var(--border-strong); background: var(--sunken); }
.button.danger { background: var(--negative-solid); color: #fff; }
.button.danger:hover { background: var(--negative-solid-hover); }
.button.wide { width: 100%; min-height: 3rem; }
.link {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0 0.5rem;
  font-size: 0.875rem; font-weight: 500;
}
.badge {
  display: inline-block; border-radius: 999px; background: var(--sunken); color: var(--muted); padding: 0.125rem 0.625rem;
  font-size: 0.75rem; line-height: 1.25rem; font-weight: 500; white-space: nowrap;
}
.badge.positive { background: var(--positive-soft); color: var(--positive); }
.badge.negative { background: var(--negative-soft); color: var(--negative); }
.badge.attention { background: var(--attention-soft); color: var(--attention); }
svg { width: 1rem; height: 1rem; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.notice { display: flex; gap: 0.75rem; border: 1px solid; border-radius: 0.75rem; padding: 0.875rem 1rem; font-size: 0.875rem; line-height: 1.25rem; }
.notice svg { margin-top: 0.125rem; }
.notice p { color: var(--foreground); }
.notice.error { border-color: color-mix(in oklab, var(--negative) 30%, transparent); background: var(--negative-soft); color: var(--negative); }
.notice.success { border-color: color-mix(in oklab, var(--positive) 30%, transparent); background: var(--positive-soft); color: var(--positive); }
.notice.info { border-color: color-mix(in oklab, var(--accent) 30%, transparent); background: var(--accent-soft); color: var(--accent); }
.message { justify-items: center; text-align: center; gap: 0.75rem; width: 100%; max-width: 28rem; margin: 2rem auto 0; padding: 2rem 1.5rem; }
.message .button { margin-top: 0.75rem; }
.message form.row { display: flex; justify-content: center; margin-top: 0.75rem; }
.message > svg { width: 2.5rem; height: 2.5rem; stroke-width: 1.5; color: var(--accent); }
.message > svg.success { color: var(--positive); }
.message > svg.error { color: var(--negative); }
ul { list-style: none; }
.subject { font-size: 1rem; line-height: 1.5rem; font-weight: 500; color: var(--muted); letter-spacing: 0; text-wrap: pretty; }
summary { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; font-size: 0.875rem; font-weight: 500; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before {
  content: ''; width: 0.4375rem; height: 0.4375rem; margin-inline: 0.125rem 0.25rem; border: solid; border-width: 0 1.5px 1.5px 0;
  transform: rotate(-45deg);
}
details[open] > summary::before { transform: rotate(45deg) translate(-0.125rem, -0.125rem); }
.more { border-top: 1px solid var(--border); padding-top: 0.5rem; }
.more > summary { color: var(--accent); }
.test-cards { border-radius: 0.5rem; background: var(--sunken); padding: 0.25rem 0.875rem; font-size: 0.875rem; line-height: 1.25rem; }
.test-cards .rows > * { padding-block: 0.5rem; border-color: color-mix(in oklab, var(--border-strong) 30%, transparent); }
.test-cards .rows > :first-child { padding-top: 0.25rem; }
.test-cards .figure { user-select: all; }
.test-cards .small { padding-bottom: 0.625rem; }
@media (width >= 48rem) {
  main { padding-top: 2.5rem; }
  nav { padding-top: 1.5rem; }
  nav + main { padding-top: 0.75rem; }
  .card { padding: 1.5rem; }
  .sides { display: grid; grid-template-columns: 5fr 6fr; gap: 3rem; align-items: start; }
  .sides > :first-child { padding-top: 1.5rem; }
  .sides.even { grid-template-columns: 1fr 1fr; gap: 1.5rem; }
  .sides.even > :first-child { padding-top: 0; }
  .message { margin-top: 4rem; padding: 2.5rem; }
}
@media (width < 48rem) { .sides { display: grid; gap: 1.5rem; } }
.between.middle { align-items: center; }
body:has(.narrow) :is(nav, main) { max-width: 36rem; }
`
