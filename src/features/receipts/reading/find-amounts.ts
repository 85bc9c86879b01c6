import type { Layout } from './lay-out.ts'

/** An amount on a receipt, in thousandths, so that every currency's decimals fit. */
export interface Amount {
  thousandths: number
  /** How many decimals are printed. */
  decimals: number
  isNegative: boolean
  isPercent: boolean
  /** A letter was read in place of a digit. */
  isMended: boolean
  row: number
  cell: number
  /** Where it begins and ends in the text of its cell. */
  from: number
  to: number
  text: string
  /** The lowest confidence of its characters. */
  confidence: number
  height: number
  right: number
}

// Digits with letters that look like them; groups of three with a separator; two or three decimals, also after a space.
const notBefore = String.raw`(?<![\d,:/-])(?<!\d\.)`
const wholePart = String.raw`(?:\d{1,3}(?:[.,'’ ]\d{3})+|\d[\dOo]*|(?<=[A-Z$€£ ]|^)O)`
const decimalPart = String.raw`[\dOoCDQlISB]{2,3}`
const shape = new RegExp(
  [
    String.raw`${notBefore}(?:[-−–]\s?|\()?(?:${wholePart}(?:\s?[.,]\s?${decimalPart}|[.,]-)|[.,]\d{2})(?![\d:/]|[.,]\d)`,
    String.raw`${notBefore}(?:[-−–]\s?)?(?:\d{1,3}(?:[.,'’ ]\d{3})+|\d+)(?![\d:/.,])`,
  ].join('|'),
  'g',
)

const likeDigits: Record<string, string> = {
  O: '0',
  o: '0',
  C: '0',
  D: '0',
  Q: '0',
  l: '1',
  I: '1',
  S: '5',
  B: '8',
}

/** Every amount of a receipt, in reading order. Numbers without decimals are among them, with `decimals` 0. */
export function findAmounts(layout: Layout): Amount[] {
  const amounts: Amount[] = []
  for (const [row, { cells }] of layout.rows.entries()) {
    for (const [cell, each] of cells.entries()) {
      for (const match of each.text.matchAll(shape)) {
        const parsed = parse(match[0])
        if (!parsed) continue
        const [from, to] = [match.index, match.index + match[0].length]
        const after = each.text.slice(to)
        amounts.push({
          ...parsed,
          isNegative: parsed.isNegative || /^\s?[-−–](?!\d)/.test(after),
          isPercent: /^\s?%/.test(after),
          row,
          cell,
          from,
          to,
          text: match[0],
          confidence: Math.min(...each.characters.slice(from, to), 1),
          height: each.bottom - each.top,
          right: each.right,
        })
      }
    }
  }
  return amounts
}

function parse(
  text: string,
): Pick<Amount, 'thousandths' | 'decimals' | 'isNegative' | 'isMended'> | undefined {
  const isNegative = /^[-−–(]/.test(text)
  let isMended = false
  const mended = text.replaceAll(/[OoCDQlISB]/g, (letter) => {
    isMended = true
    return likeDigits[letter]!
  })
  const plain = mended.replaceAll(/[-−–(\s]/g, '')
  const match = /^(.*?)(?:[.,](\d{2,3})?)?$/.exec(plain)
  if (!match) return undefined
  const tail = /[.,](\d{2,3})$/.exec(plain)?.[1]
  const isDash = /[.,]$/.test(plain)
  let decimals = isDash ? 2 : (tail?.length ?? 0)
  let whole = isDash ? plain.slice(0, -1) : tail === undefined ? plain : plain.slice(0, -tail.length - 1)
  let fraction = isDash ? '' : (tail ?? '')
  // Three digits after a separator are decimals only in few currencies. `withDecimals` decides that for the whole receipt.
  if (decimals === 3) [whole, fraction, decimals] = [`${whole}${fraction}`, '', 3]
  whole = whole.replaceAll(/[.,'’]/g, '')
  if (whole.length > 9 || (whole === '' && fraction === '')) return undefined
  const thousandths =
    decimals === 3 ? Number(whole) : Number(whole || '0') * 1000 + Number(fraction.padEnd(3, '0'))
  return Number.isSafeInteger(thousandths) ? { thousandths, decimals, isNegative, isMended } : undefined
}

/**
 * Settles how many decimals the amounts of this receipt have: 2, as nearly everywhere, unless hardly any amount has 2 and
 * most have 3 or none. Drops the numbers that then are no amounts, unless whole numbers are wanted too.
 */
export function settleDecimals(
  amounts: readonly Amount[],
  currencyDecimals: number | undefined,
  withWhole = false,
): { decimals: number; amounts: Amount[] } {
  const count = (decimals: number) =>
    amounts.filter((amount) => amount.decimals === decimals && !amount.isPercent).length
  const decimals = currencyDecimals ?? (count(2) === 0 && count(0) + count(3) > 0 ? 0 : 2)
  if (decimals === 3) return { decimals, amounts: amounts.filter((amount) => amount.decimals === 3) }
  // 1.234 is one thousand two hundred and thirty-four.
  const grouped = amounts.map((amount) =>
    amount.decimals === 3 ? { ...amount, decimals: 0, thousandths: amount.thousandths * 1000 } : amount,
  )
  return {
    decimals,
    amounts: decimals === 2 && !withWhole ? grouped.filter((amount) => amount.decimals === 2) : grouped,
  }
}
