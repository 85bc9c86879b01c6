// Payers write invoice numbers in their own way: "INV2026014", "2026-14" and "RG 2026 014" are all 2026-014. Each way of
// writing has a key, and a text names a number if one of its keys is a key of the number.

const minLength = 4

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '')

function lettersAndDigits(text: string): string {
  return text.normalize('NFKD').toUpperCase().replaceAll(/\p{M}/gu, '')
}

const compact = (text: string) => lettersAndDigits(text).replaceAll(/[^A-Z0-9]/g, '')

/** The keys of an invoice number, or of an order number. */
export function keysOfNumber(number: string): string[] {
  const whole = compact(number)
  const keys: string[] = []
  if (whole.length >= minLength && /\d/.test(whole) && /[A-Z]/.test(whole)) keys.push(`whole ${whole}`)
  // Letters inside a number belong to it. Those in front of it are often left out.
  const [, tail = ''] = /^[^0-9]*(\d[^A-Z]*)$/.exec(lettersAndDigits(number)) ?? []
  const groups = tail.match(/\d+/g) ?? []
  const digits = groups.join('')
  if (groups.length > 1 || digits.length >= minLength)
    keys.push(`groups ${groups.map(withoutZeros).join('-')}`)
  if (digits.length >= minLength) keys.push(`digits ${withoutZeros(digits)}`)
  if (groups.length === 1) keys.push(`short ${withoutZeros(digits)}`)
  return keys
}

// Parts of a date look like a year and a running number.
const dates =
  /\b(19|20)\d\d([-./])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])\b|\b(0?[1-9]|[12]\d|3[01])([-./])(0?[1-9]|[12]\d|3[01])\6(\d\d){1,2}\b/g
const isDate = (run: string) =>
  /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(run) ||
  /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(run)

/** Words in front of a number that is too short to stand for itself. */
const shortNumbers =
  /\b(?:INVOICES?|INV|BILL|RECHNUNGS?(?:NUMMER|NR)?|RG|RE|FACTURES?|FACT|FAC|FACTURAS?|FATTURA|FAKTURA|NOTA)[\s.:#-]*(?:N[OR°]?[\s.:]*)?(\d{1,3})\b/g

/** ISO 11649: RF and two check digits stand in front of the number. */
const creditorReference = /\bRF\d{2}(?=[ A-Z0-9])/g

/** The keys of all numbers that a text may name. */
export function keysOfText(text: string): Set<string> {
  const upper = lettersAndDigits(text).replaceAll(creditorReference, ' ').replaceAll(dates, ' / ')
  const keys = new Set<string>()
  const tokens = upper.split(/[^A-Z0-9]+/).filter(Boolean)
  for (let start = 0; start < tokens.length; start += 1) {
    let joined = ''
    for (const token of tokens.slice(start, start + 4)) {
      joined += token
      // Digits alone are found below, where their groups count.
      if (joined.length >= minLength && /\d/.test(joined) && /[A-Z]/.test(joined)) keys.add(`whole ${joined}`)
    }
  }
  const runs = [...upper.matchAll(/\d+/g)]
  for (const [index, run] of runs.entries()) {
    if (run[0].length >= minLength && !isDate(run[0])) {
      keys.add(`digits ${withoutZeros(run[0])}`)
      keys.add(`groups ${withoutZeros(run[0])}`)
    }
    let groups = withoutZeros(run[0])
    let end = run.index + run[0].length
    for (const next of runs.slice(index + 1, index + 3)) {
      if (!/^[^A-Z0-9]{1,3}$/.test(upper.slice(end, next.index))) break
      groups += `-${withoutZeros(next[0])}`
      keys.add(`groups ${groups}`)
      end = next.index + next[0].length
    }
  }
  for (const [, digits = ''] of upper.matchAll(shortNumbers)) keys.add(`short ${withoutZeros(digits)}`)
  return keys
}
