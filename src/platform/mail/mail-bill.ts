import { escapeHtml, multiline } from './escape-html.ts'
import type { MailStyles } from './mail-document.ts'

/** The charged lines and the sums below them. The last sum is the total. */
export interface MailBill {
  lines: readonly { description: string; detail: string; amount: string }[]
  /** The text that is shown if lines were left out. */
  more?: string | undefined
  /** `detail` is small print below the label. */
  sums: readonly { label: string; value: string; detail?: string }[]
}

export function billHtml({ lines, more, sums }: MailBill, styles: MailStyles): string {
  const rows = [
    ...lines.map(
      ({ description, detail, amount }) =>
        `<tr><td class="ink line" style="${styles.billText}"><div dir="auto" style="${styles.userText}">${multiline(description)}</div>` +
        `<span class="muted" style="${styles.billDetail}">${escapeHtml(detail)}</span></td>` +
        `<td class="ink line" align="right" style="${styles.billFigure}">${escapeHtml(amount)}</td></tr>`,
    ),
    more
      ? `<tr><td class="muted line" colspan="2" style="${styles.billMore}">${escapeHtml(more)}</td></tr>`
      : '',
    ...sums.map(({ label, value, detail }, index) => {
      const weight = index === sums.length - 1 ? 700 : 400
      return (
        `<tr><td class="ink line" dir="auto" align="right" style="${styles.billText};font-weight:${weight}">${escapeHtml(label)}${detailHtml(detail, styles)}</td>` +
        `<td class="ink line" align="right" style="${styles.billFigure};font-weight:${weight}">${escapeHtml(value)}</td></tr>`
      )
    }),
  ]
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.rows}">${rows.join('')}</table>`
}

function detailHtml(detail: string | undefined, styles: MailStyles): string {
  return detail ? `<br><span class="muted" style="${styles.billDetail}">${escapeHtml(detail)}</span>` : ''
}

export function billText({ lines, more, sums }: MailBill): string {
  return [
    ...lines.map(({ description, detail, amount }) => `${description}\n  ${detail} = ${amount}`),
    ...(more ? [more] : []),
    ...(sums.length > 0
      ? ['', ...sums.map(({ label, value, detail }) => `${label}${detail ? `, ${detail}` : ''}: ${value}`)]
      : []),
  ].join('\n')
}
