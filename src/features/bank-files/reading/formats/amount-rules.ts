import { normalDecimal } from '../decimal-rules.ts'

export type DecimalMark = ',' | '.'

/** Separators that can only be those of thousands. */
const clearThousands = /[\s\u00a0\u202f\u2009'’]/g

/** The digits and separators of an amount, without sign and currency. Null if it is no amount. */
function bodyOf(text: string): { body: string; isNegative: boolean } | null {
  const [, bracket = '', before = '', body = '', after = '', closing = ''] =
    /^(\()?([-+−–]?)[^\d.,()+−–-]{0,4}(\d[\d.,\s\u00a0\u202f\u2009'’]*|[.,]\d+)[^\d.,()+−–-]{0,4}([-+−–]?)(\))?$/.exec(
      text.trim(),
    ) ?? []
  if (body === '' || (bracket === '') !== (closing === '')) return null
  if (before !== '' && after !== '') return null
  const isNegative = bracket !== '' || /[-−–]/.test(before + after)
  return { body: body.replaceAll(clearThousands, ''), isNegative }
}

/** Which separator of one amount is that of decimals. Null if it has none, or 1,234 could be read either way. */
function markOf(body: string): DecimalMark | 'ambiguous' | null {
  const separators: string[] = body.match(/[.,]/g) ?? []
  const last = separators.at(-1) as DecimalMark | undefined
  if (last === undefined) return null
  if (separators.includes(last === ',' ? '.' : ',')) return last
  // 1.234.567 has no decimals, so the other one is their separator.
  if (separators.length > 1) return last === ',' ? '.' : ','
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(body) ? 'ambiguous' : last
}

/** Finds the separator of decimals from all amounts of a file. Null if no amount has a separator. */
export function findDecimalMark(amounts: string[]): DecimalMark | 'ambiguous' | null {
  const marks = amounts.map((amount) => markOf(bodyOf(amount)?.body ?? ''))
  const points = marks.filter((mark) => mark === '.').length
  const commas = marks.filter((mark) => mark === ',').length
  if (points !== commas) return points > commas ? '.' : ','
  if (marks.includes('ambiguous')) return 'ambiguous'
  // As many of both, and each is clear alone.
  return points > 0 ? '.' : null
}

/** Reads one amount, with the separator that the whole file has. Null if it is no amount. */
export function readAmount(text: string, mark: DecimalMark): string | null {
  const found = bodyOf(text)
  if (!found) return null
  const own = markOf(found.body)
  // An amount that is clear alone counts, as where one line was written by hand.
  const decimals = own === ',' || own === '.' ? own : mark
  const plain = found.body.replaceAll(decimals === ',' ? '.' : ',', '').replace(decimals, '.')
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return null
  return normalDecimal(`${found.isNegative ? '-' : ''}${plain}`)
}
