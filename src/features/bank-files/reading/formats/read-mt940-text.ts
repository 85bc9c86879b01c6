import type { FileTransaction } from '../bank-file.ts'

type Found = Pick<FileTransaction, 'description' | 'counterparty' | 'reference'>

/** Lines and subfields are filled to these lengths; a word may go on in the next one. */
const lineLength = 65
const subfieldLength = 27

const slashKeys =
  'EREF|REMI|NAME|IBAN|BIC|TRTP|MARF|CSID|BENM|ORDP|ISDT|RTYP|CNTP|PREF|ADDR|SVCL|PURP|ULTC|ULTD|ULTB|CREF|KREF|TRCD|ID|ACCW|RTRN|EXCH|NRTX|SWOC|NRCH'
const plusKeys =
  'EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP|CDTR|RTRN|DATUM|ANAM|BREF|RREF|TAN1?'

/** Reads the text of an entry (:86:) in the forms that banks have: subfields, keys between slashes, or plain text. */
export function readMt940Text(lines: string[], before: Found): Found {
  const text = joinFull(lines, lineLength)
  if (text === '') return before
  const found = readSubfields(lines.join('')) ??
    readSlashes(lines.join('')) ??
    readLabels(text) ?? { description: text }
  const description = tidy(found.description ?? '') || before.description
  return {
    description: description || tidy(found.counterparty ?? '') || tidy(text),
    counterparty: tidy(found.counterparty ?? '') || before.counterparty,
    reference: referenceOf(found.reference) ?? before.reference,
  }
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function referenceOf(text: string | null | undefined): string | null {
  const reference = tidy(text ?? '')
  return reference === '' || /^(notprovided|nonref|none|not provided)$/i.test(reference) ? null : reference
}

function joinFull(parts: string[], length: number): string {
  return parts
    .map((part) => (part.length >= length ? part : `${part} `))
    .join('')
    .trim()
}

/** 166?00TRANSFER?20SVWZ+Invoice 12?32Name: a code, then two digits before each part. */
function readSubfields(text: string): Partial<Found> | null {
  const separator = /^\d{0,4}([?>~^<+|@])\d{2}/.exec(text)?.[1]
  if (separator === undefined) return null
  const parts = text
    .split(separator)
    .filter((part) => /^\d{2}/.test(part))
    .map((part) => ({ code: Number(part.slice(0, 2)), value: part.slice(2) }))
  const among = (from: number, to: number) =>
    parts.filter(({ code }) => code >= from && code <= to).map(({ value }) => value)
  const purpose = joinFull([...among(20, 29), ...among(60, 63)], subfieldLength)
  const keys = keysOf(purpose, new RegExp(`(?:^|(?<=[\\s\\S]))(${plusKeys})\\+`, 'g'))
  return {
    description: keys.get('SVWZ') ?? (keys.get('') || purpose || among(0, 0).join(' ')),
    counterparty: among(32, 33).join(''),
    reference: keys.get('EREF') ?? keys.get('KREF') ?? '',
  }
}

/** /EREF/…/NAME/…/REMI/… */
function readSlashes(text: string): Partial<Found> | null {
  const keys = keysOf(text, new RegExp(`/(${slashKeys})/`, 'g'))
  if (!['EREF', 'REMI', 'NAME', 'CNTP'].some((key) => keys.has(key))) return null
  const value = (key: string) => keys.get(key)?.replaceAll(/^\/+|\/+$/g, '')
  const remittance = value('REMI')?.replace(/^(USTD|STRD)\/+(CUR\/)?/, '')
  return {
    description: remittance || value('TRTP') || keys.get('') || '',
    // /CNTP/account/bank/name/town/
    counterparty: value('NAME') || value('CNTP')?.split('/')[2] || '',
    reference: value('EREF') ?? '',
  }
}

/** NAAM: … OMSCHRIJVING: … */
function readLabels(text: string): Partial<Found> | null {
  const keys = keysOf(text, /\b(NAAM|OMSCHRIJVING|KENMERK|IBAN|BIC|MACHTIGING|INCASSANT)\s?:\s*/gi)
  if (!keys.has('NAAM')) return null
  return {
    description: keys.get('OMSCHRIJVING') ?? text,
    counterparty: keys.get('NAAM') ?? '',
    reference: keys.get('KENMERK') ?? '',
  }
}

/** The text behind each key, up to the next key; under '' what comes before the first. */
function keysOf(text: string, pattern: RegExp): Map<string, string> {
  const matches = [...text.matchAll(pattern)]
  const values = new Map([['', text.slice(0, matches[0]?.index ?? text.length)]])
  for (const [n, match] of matches.entries()) {
    const key = (match[1] ?? '').toUpperCase()
    const value = text.slice(match.index + match[0].length, matches[n + 1]?.index ?? text.length)
    if (!values.get(key)) values.set(key, value)
  }
  return values
}
