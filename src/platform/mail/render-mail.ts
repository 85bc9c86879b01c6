import { productName } from '../../shared/product.ts'
import { escapeHtml, multiline } from './escape-html.ts'
import { type MailBill, billHtml, billText } from './mail-bill.ts'
import { type MailLook, type MailStyles, checkedLook, mailDocument, mailStylesOf } from './mail-document.ts'

interface QuietLink {
  lead?: string
  label: string
  url: string
}

interface MailBrand {
  name: string
  /** An image attached to the mail with this content id, in its displayed size. */
  logo?: { cid: string; width: number; height: number } | undefined
  /** The default is the product's look. */
  look?: MailLook | undefined
}

export interface MailContent {
  /** The business that sends the mail. The default is the product. */
  brand?: MailBrand | undefined
  /** What inboxes show after the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** Facts in two columns, such as an amount and its due date. */
  rows?: readonly { label: string; value: string }[] | undefined
  /** Highlighted below the rows. */
  offer?: string | undefined
  button?: { label: string; url: string } | undefined
  bill?: MailBill | undefined
  /** Longer texts of the sender, each under a title. */
  sections?: readonly { title: string; text: string }[] | undefined
  /** Less prominent links, each after the text that introduces it. */
  quietLinks?: readonly QuietLink[] | undefined
  footnote?: string | undefined
  appUrl: string
}

export function renderMail(content: MailContent): { html: string; text: string } {
  // Parsed once, so that both parts contain the same complete and safe address.
  const button = content.button && { label: content.button.label, url: webAddress(content.button.url) }
  const quietLinks = content.quietLinks?.map((link) => ({ ...link, url: webAddress(link.url) }))
  const read = { ...content, button, quietLinks, appUrl: webAddress(content.appUrl) }
  return { html: renderHtml(read), text: renderText(read) }
}

function webAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('An email may only link to an http or https address.')
  return url.href
}

function renderHtml(content: MailContent): string {
  const { brand, preheader, heading, paragraphs, rows = [], button, bill, sections = [], footnote } = content
  const look = checkedLook(brand?.look)
  const styles = mailStylesOf(look)
  const isInBand = look.look === 'modern'
  const headingClass = { classic: ' class="ink"', modern: '', compact: ' class="accent"' }[look.look]
  const headingHtml = `<h1${headingClass} style="${styles.heading}">${escapeHtml(heading)}</h1>`
  const body = [
    isInBand ? '' : headingHtml,
    ...paragraphs.map(
      (paragraph) => `<p class="ink" style="${styles.paragraph}">${multiline(paragraph)}</p>`,
    ),
    rows.length > 0 ? renderRows(rows, styles) : '',
    content.offer ? renderOffer(content.offer, styles) : '',
    button ? renderButton(button, look, styles) : '',
    bill ? billHtml(bill, styles) : '',
    ...sections.map(
      ({ title, text }) =>
        `<h2 class="ink" style="${styles.section}">${escapeHtml(title)}</h2>` +
        `<p class="ink" dir="auto" style="${styles.paragraph};${styles.userText}">${multiline(text)}</p>`,
    ),
    ...(content.quietLinks ?? []).map((link) => renderQuietLink(link, styles)),
    footnote ? `<p class="muted line" style="${styles.footnote}">${multiline(footnote)}</p>` : '',
  ]
  const home = escapeHtml(content.appUrl)
  const footer = `<a class="muted" href="${home}" style="${styles.footerLink}">${escapeHtml(new URL(content.appUrl).host)}</a>`
  const parts = {
    title: escapeHtml(heading),
    brand: renderBrand(brand ?? { name: productName }, look, styles),
    band: isInBand ? headingHtml : '',
    preheader: escapeHtml(preheader),
    body: body.filter(Boolean).join('\n'),
    footer: `${escapeHtml(signature(brand))} &middot; ${footer}`,
  }
  // Without a logo there is nothing to position.
  return mailDocument(parts, brand?.logo ? look : { ...look, logoPosition: 'left' })
}

const plateMargins = { left: '0 0 8px', center: '0 auto 8px', right: '0 0 8px auto' }

// The logo has no alternative text, because the name is next to it.
function renderBrand({ name, logo }: MailBrand, { logoPosition }: MailLook, styles: MailStyles): string {
  const align = logo && logoPosition !== 'left' ? `;text-align:${logoPosition}` : ''
  const nameHtml = `<div dir="auto" style="${styles.userText}${align}">${escapeHtml(name)}</div>`
  if (!logo) return nameHtml
  const { cid, width, height } = logo
  const picture = `<img src="cid:${escapeHtml(cid)}" alt="" width="${width}" height="${height}" style="display:block;border:0">`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:${plateMargins[logoPosition]}"><tr><td style="${styles.plate}">${picture}</td></tr></table>${nameHtml}`
}

function renderOffer(offer: string, styles: MailStyles): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="offer" style="${styles.offer}">${escapeHtml(offer)}</td></tr></table>`
}

function signature(brand: MailBrand | undefined): string {
  return brand ? `Sent with ${productName}` : productName
}

function renderRows(rows: NonNullable<MailContent['rows']>, styles: MailStyles): string {
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><th class="muted line" scope="row" align="left" style="${styles.label}">${escapeHtml(label)}</th>` +
      `<td class="ink line" dir="auto" align="right" style="${styles.value}">${multiline(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.rows}">${cells.join('')}</table>`
}

// The padding belongs to the link, so all of it is clickable. Outlook uses the padding of the cell.
function renderButton(
  { label, url }: { label: string; url: string },
  { colors }: MailLook,
  styles: MailStyles,
): string {
  const href = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td class="button" bgcolor="${colors.fill}" style="${styles.buttonCell}"><a class="button-label" href="${href}" style="${styles.buttonLink}">${escapeHtml(label)}</a></td>
</tr></table>
<p class="muted" style="${styles.small}">If the button doesn’t work, copy this address into your browser:<br><a class="accent" href="${href}" style="${styles.plainLink}">${href}</a></p>`
}

function renderQuietLink({ lead, label, url }: QuietLink, styles: MailStyles): string {
  const before = lead === undefined ? '' : `${escapeHtml(lead)} `
  return `<p class="muted" style="${styles.small}">${before}<a class="accent" href="${escapeHtml(url)}" style="${styles.plainLink}">${escapeHtml(label)}</a></p>`
}

function renderText(content: MailContent): string {
  const { brand, heading, paragraphs, rows = [], button, bill, sections = [], footnote, appUrl } = content
  const blocks = [
    brand?.name ?? '',
    heading,
    ...paragraphs,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    content.offer ?? '',
    button ? `${button.label}:\n${button.url}` : '',
    bill ? billText(bill) : '',
    ...sections.map(({ title, text }) => `${title}:\n${text}`),
    ...(content.quietLinks ?? []).map(
      ({ lead, label, url }) => `${lead === undefined ? '' : `${lead} `}${label}:\n${url}`,
    ),
    footnote ?? '',
    // Without the scheme, so that mail clients do not make it a second link.
    `-- \n${signature(brand)} · ${new URL(appUrl).host}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
