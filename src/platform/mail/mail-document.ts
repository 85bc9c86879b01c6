// Mail clients know no custom properties and drop most style sheets, so the light colours of the pages are repeated
// here and written into every element; clients that do read the sheet below get the dark ones.
const light = {
  background: '#f6f8f8',
  surface: '#ffffff',
  border: '#e0e6e5',
  ink: '#0f1e1d',
  muted: '#54625f',
}
const accent = '#0d5f5a'
const offerColor = '#e3f4ea'
const font = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const body = `${font};font-size:16px;line-height:24px;color:${light.ink}`
const small = `${font};font-size:14px;line-height:20px;color:${light.muted}`
const line = `border-top:1px solid ${light.border}`

export const mailStyles = {
  heading: `margin:0 0 16px;${font};font-size:22px;line-height:28px;font-weight:600;color:${light.ink}`,
  paragraph: `margin:0 0 16px;${body}`,
  /** Each paragraph reads in the direction of its first letter and stays at the left all the same. */
  ownWords: 'text-align:left;unicode-bidi:plaintext',
  // A dark logo without a background of its own would vanish on a dark page. Some programs darken a colour that is
  // behind something, but none a gradient.
  plate: `padding:8px;border-radius:8px;background-color:${light.surface};background-image:linear-gradient(${light.surface},${light.surface})`,
  offer: `padding:12px 16px;border-radius:8px;background-color:${offerColor};${body};font-weight:600`,
  rows: 'margin:8px 0 16px;border-collapse:collapse',
  label: `padding:10px 16px 10px 0;vertical-align:top;${small};line-height:24px;font-weight:400;${line}`,
  value: `padding:10px 0;vertical-align:top;${body};font-variant-numeric:tabular-nums;${line}`,
  billText: `padding:10px 16px 10px 0;vertical-align:top;${body};overflow-wrap:anywhere;${line}`,
  billDetail: `${small};font-variant-numeric:tabular-nums`,
  billFigure: `padding:10px 0;vertical-align:top;white-space:nowrap;${body};font-variant-numeric:tabular-nums;${line}`,
  billMore: `padding:10px 0;${small};${line}`,
  section: `margin:24px 0 4px;${font};font-size:14px;line-height:20px;font-weight:600;color:${light.ink}`,
  brand: `${font};font-size:18px;line-height:24px;font-weight:700;color:${accent};overflow-wrap:anywhere`,
  buttonCell: `border-radius:8px;background-color:${accent};mso-padding-alt:12px 24px`,
  buttonLink: `display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none`,
  small: `margin:0 0 16px;${small}`,
  plainLink: `color:${accent};word-break:break-all`,
  footnote: `margin:24px 0 0;padding-top:16px;${small};${line}`,
  footerLink: `color:${light.muted}`,
}

const darkSheet = `
.page{background-color:#0b1112!important}
.card{background-color:#121a1b!important;border-color:#243132!important}
.ink{color:#e7efee!important}
.muted{color:#9db0ae!important}
.offer{background-color:#112a1d!important;color:#e7efee!important}
.line{border-color:#243132!important}
.accent{color:#3fbfb3!important}
.button{background-color:#3fbfb3!important}
.button-label{color:#04211f!important}`

interface MailParts {
  /** All are HTML, escaped by whoever made them. */
  title: string
  brand: string
  preheader: string
  body: string
  footer: string
}

/** The frame of every mail: tables, because Outlook lays out nothing else. */
export function mailDocument({ title, brand, preheader, body: content, footer }: MailParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkSheet}
}
@media (max-width:480px){.card-cell{padding:24px 20px!important}}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${light.background};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${preheader}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.background}" style="background-color:${light.background}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="accent" style="padding:0 4px 16px;${mailStyles.brand}">${brand}</td></tr>
<tr><td class="card card-cell" bgcolor="${light.surface}" style="padding:32px;background-color:${light.surface};border:1px solid ${light.border};border-radius:12px">
${content}
</td></tr>
<tr><td class="muted" align="center" style="padding:16px 4px 0;${font};font-size:13px;line-height:20px;color:${light.muted}">${footer}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
