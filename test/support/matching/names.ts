import type { Draws } from './draws.ts'

const starts =
  'Ar Bel Cor Dun El Fal Gar Hol Is Jor Kel Lun Mor Nor Or Pel Quil Ros Sel Tor Ul Vel Wen Yor Zel Mü Sö Bjø'
const middles = 'a an den er field gate il lan mar o ral sen ta vin wick ö'
const ends = 'berg dale den ford gard ham holm ia lund mann mere mont ra rock son stad ström ton tis vale'
const trades = [
  'Studio',
  'Consulting',
  'Media',
  'Design',
  'Foods',
  'Logistics',
  'Partners',
  'Labs',
  'Bau',
  'Conseil',
]
const forms = ['GmbH', 'Ltd', 'LLC', 'Inc.', 'AG', 'SARL', 'B.V.', 'AB', '', '', '']
const firstNames = ['Anna', 'Luca', 'Marta', 'Jonas', 'Priya', 'Tomás', 'Zoë', 'Igor', 'Mei', 'Olu']

export const wordOf = ({ pick }: Draws) =>
  pick(starts.split(' ')) + pick(middles.split(' ')) + pick(ends.split(' '))

export function clientName(draws: Draws): string {
  const { pick, chance } = draws
  if (chance(0.2)) return `${pick(firstNames)} ${wordOf(draws)}`
  const name = chance(0.2) ? `${wordOf(draws)} & ${wordOf(draws)}` : wordOf(draws)
  return [name, chance(0.7) ? pick(trades) : '', pick(forms)].filter(Boolean).join(' ')
}

const plain: Record<string, string> = { ü: 'ue', ö: 'oe', ø: 'o', á: 'a', ë: 'e' }

/** A name as banks write it: in capitals, without accents or legal form, cut off, or the other way round. */
export function atTheBank(draws: Draws, name: string): string {
  const { chance, between } = draws
  let text = name
  if (chance(0.5)) text = text.replace(/ (GmbH|Ltd|LLC|Inc\.|AG|SARL|B\.V\.|AB)$/, '')
  if (chance(0.7))
    text = text.replaceAll(/[üöøáë]/g, (letter) =>
      chance(0.5) ? plain[letter]! : letter.normalize('NFD')[0]!,
    )
  if (chance(0.2)) text = text.split(' ').toReversed().join(' ')
  if (chance(0.25)) text = text.slice(0, between(14, 24)).trim()
  return chance(0.7) ? text.toUpperCase() : text
}

const ways = [
  'SEPA CREDIT',
  'WIRE IN',
  'FASTER PAYMENT FROM',
  'ACH CREDIT',
  'Gutschrift',
  'VIR RECU',
  '',
  'TRANSFER FROM',
]
const invoicePrefixes = ['Invoice', 'inv', 'RG', 'Rechnung Nr.', 'facture', 'ref', '', '']

/** An invoice number as payers write it. */
export function asWritten(draws: Draws, number: string): string {
  const { weighted, pick } = draws
  const written = {
    same: number,
    joined: number.replaceAll('-', ''),
    spaced: number.replaceAll('-', ' '),
    withoutZeros: number.replaceAll(/(?<![0-9])0+(?=\d)/g, ''),
    withoutPrefix: number.replace(/^[A-Z]+-(?=.*\d{4})/, ''),
    slashed: number.replaceAll('-', '/'),
  }[weighted({ same: 6, joined: 2, spaced: 1, withoutZeros: 1, withoutPrefix: 2, slashed: 1 })]
  return `${pick(invoicePrefixes)} ${written}`.trim()
}

/** With one digit wrong, or two of them swapped. */
export function mistyped({ upTo, chance }: Draws, number: string): string {
  const digits = Array.from(number).flatMap((sign, at) => (/\d/.test(sign) ? [at] : []))
  const at = digits[upTo(digits.length)] ?? 0
  const signs = Array.from(number)
  const next = signs[at + 1]
  if (chance(0.5) && next !== undefined && /\d/.test(next)) [signs[at], signs[at + 1]] = [next, signs[at]!]
  else signs[at] = String((Number(signs[at]) + 1 + upTo(8)) % 10)
  return signs.join('')
}

/** What a bank writes about money that came in. */
export function incomeText(
  draws: Draws,
  { payer, reference, date }: { payer: string; reference: string; date: string },
): string {
  const { pick, chance, between } = draws
  return [
    pick(ways),
    payer && atTheBank(draws, payer),
    reference,
    chance(0.1) ? date : '',
    chance(0.15) ? `E2E-${between(100_000_000, 999_999_999)}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const shops = [
  'Corner Shop',
  'Paper Mill',
  'Cloud Nine Hosting',
  'Rail Direct',
  'Bean Street Coffee',
  'Fuel Stop',
  'Desk Depot',
  'Print Yard',
  'Mobile One',
  'Postal Point',
  'Lunch Box',
  'Rent Office Park',
]
export const whats = [
  'paper',
  'lunch with client',
  'train ticket',
  'toner',
  'domain',
  'phone',
  'stamps',
  'coffee',
  'rent',
  'software',
]
export const shopName = ({ pick }: Draws) => pick(shops)

export function purchaseText(draws: Draws, shop: string): string {
  const { pick, chance, between } = draws
  return [
    pick(['POS', 'CARD PURCHASE', 'Kartenzahlung', 'VISA', '', 'DIRECT DEBIT']),
    chance(0.8) ? shop.toUpperCase() : shop.toUpperCase().replaceAll(' ', ''),
    chance(0.6) ? String(between(10, 9999)) : '',
    chance(0.4) ? pick(['LONDON', 'BERLIN', 'AUSTIN TX', 'PARIS']) : '',
  ]
    .filter(Boolean)
    .join(' ')
}
