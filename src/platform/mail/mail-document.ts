/** The look of a business's mails. Every colour is `#rrggbb`. */
export interface MailLook {
  look: 'classic' | 'modern' | 'compact'
  logoPosition: 'left' | 'center' | 'right'
  colors: {
    /** The background of the button. */
    fill: string
    /** The text on it. */
    onFill: string
    /** The same colour as text on white. */
    text: string
    /** The same in clients with a dark theme, as text and behind the button. */
    darkText: string
    /** The text on the button there. */
    onDarkText: string
  }
}

const defaultLook: MailLook = {
  look: 'classic',
  logoPosition: 'left',
  colors: {
    fill: '#0d5f5a',
    onFill: '#ffffff',
    text: '#0d5f5a',
    darkText: '#3fbfb3',
    onDarkText: '#04211f',
  },
}

/** The product's look by default. Colours are written into styles, so invalid ones are replaced. */
export function checkedLook(look: MailLook = defaultLook): MailLook {
  const areColors = Object.values(look.colors).every((color) => /^#[0-9a-f]{6}$/.test(color))
  return areColors ? look : { ...look, colors: defaultLook.colors }
}

// Mail clients support no custom properties and drop most style sheets. So the light colours of the pages are
// repeated here and written into every element. Clients that read the style sheet below get the dark colours.
const light = {
  background: '#f6f8f8',
  surface: '#ffffff',
  border: '#e0e6e5',
  ink: '#0f1e1d',
  muted: '#54625f',
}
const offerColor = '#e3f4ea'
const font = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const small = `${font};font-size:14px;line-height:20px;color:${light.muted}`
const line = `border-top:1px solid ${light.border}`

export type MailStyles = ReturnType<typeof mailStylesOf>

export function mailStylesOf({ look, colors }: MailLook) {
  const isCompact = look === 'compact'
  const body = `${font};${isCompact ? 'font-size:14px;line-height:20px' : 'font-size:16px;line-height:24px'};color:${light.ink}`
  const row = isCompact ? 5 : 10
  const headingColor = { classic: light.ink, modern: colors.onFill, compact: colors.text }[look]
  return {
    heading: `margin:0${look === 'modern' ? '' : ' 0 16px'};${font};font-size:22px;line-height:28px;font-weight:600;color:${headingColor}`,
    paragraph: `margin:0 0 ${isCompact ? 10 : 16}px;${body}`,
    /** Each paragraph uses the direction of its first letter, but stays left-aligned. */
    userText: 'text-align:left;unicode-bidi:plaintext',
    // A dark logo on a transparent background would be invisible on a dark page. Some clients darken a
    // background colour, but none darkens a gradient.
    plate: `padding:8px;border-radius:8px;background-color:${light.surface};background-image:linear-gradient(${light.surface},${light.surface})`,
    offer: `padding:12px 16px;border-radius:8px;background-color:${offerColor};${body};font-weight:600`,
    rows: 'margin:8px 0 16px;border-collapse:collapse',
    label: `padding:${row}px 16px ${row}px 0;vertical-align:top;${small};line-height:${isCompact ? 20 : 24}px;font-weight:400;${line}`,
    value: `padding:${row}px 0;vertical-align:top;${body};font-variant-numeric:tabular-nums;${line}`,
    billText: `padding:${row}px 16px ${row}px 0;vertical-align:top;${body};overflow-wrap:anywhere;${line}`,
    billDetail: `${small};font-variant-numeric:tabular-nums`,
    billFigure: `padding:${row}px 0;vertical-align:top;white-space:nowrap;${body};font-variant-numeric:tabular-nums;${line}`,
    billMore: `padding:${row}px 0;${small};${line}`,
    section: `margin:24px 0 4px;${font};font-size:14px;line-height:20px;font-weight:600;color:${light.ink}`,
    brand: `${font};font-size:18px;line-height:24px;font-weight:700;color:${colors.text};overflow-wrap:anywhere`,
    buttonCell: `border-radius:8px;background-color:${colors.fill};mso-padding-alt:12px 24px`,
    buttonLink: `display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:20px;font-weight:600;color:${colors.onFill};text-decoration:none`,
    small: `margin:0 0 16px;${small}`,
    plainLink: `color:${colors.text};word-break:break-all`,
    footnote: `margin:24px 0 0;padding-top:16px;${small};${line}`,
    footerLink: `color:${light.muted}`,
    band: `padding:24px 32px;background-color:${colors.fill};border-radius:12px 12px 0 0`,
    card: `padding:${isCompact ? 20 : 32}px;background-color:${light.surface};border:1px solid ${light.border};${cardEdge[look](colors.fill)}`,
  }
}

/** The top edge of the card: round, below the band, or a line. */
const cardEdge = {
  classic: () => 'border-radius:12px',
  modern: () => 'border-top:0;border-radius:0 0 12px 12px',
  compact: (fill: string) => `border-top:4px solid ${fill};border-radius:4px`,
}

const darkSheetOf = ({ darkText, onDarkText }: MailLook['colors']) => `
.page{background-color:#0b1112!important}
.card{background-color:#121a1b!important;border-color:#243132!important}
.ink{color:#e7efee!important}
.muted{color:#9db0ae!important}
.offer{background-color:#112a1d!important;color:#e7efee!important}
.line{border-color:#243132!important}
.accent{color:${darkText}!important}
.button{background-color:${darkText}!important}
.button-label{color:${onDarkText}!important}`

interface MailParts {
  /** All parts are escaped HTML. */
  title: string
  brand: string
  /** Above the card, in looks that have a band. */
  band: string
  preheader: string
  body: string
  footer: string
}

/** The frame of every mail. It uses tables, because Outlook supports no other layout. */
export function mailDocument(
  { title, brand, band, preheader, body: content, footer }: MailParts,
  look: MailLook,
): string {
  const styles = mailStylesOf(look)
  const brandAlign = look.logoPosition === 'left' ? '' : ` align="${look.logoPosition}"`
  const bandRow =
    band &&
    `<tr><td class="card-cell" bgcolor="${look.colors.fill}" style="${styles.band}">${band}</td></tr>\n`
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
@media (prefers-color-scheme:dark){${darkSheetOf(look.colors)}
}
@media (max-width:480px){.card-cell{padding:24px 20px!important}}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${light.background};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${preheader}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.background}" style="background-color:${light.background}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="accent"${brandAlign} style="padding:0 4px 16px;${styles.brand}">${brand}</td></tr>
${bandRow}<tr><td class="card card-cell" bgcolor="${light.surface}" style="${styles.card}">
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
