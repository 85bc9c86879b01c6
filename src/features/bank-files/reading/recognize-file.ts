import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** What the beginning of a binary file is, and what to say about it. */
const signatures: { bytes: number[]; at?: number; text: string }[] = [
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    text: 'This is a PDF. Please export the transactions from your bank as CSV, OFX, QIF, MT940, CAMT or XLSX.',
  },
  { bytes: [0xff, 0xd8, 0xff], text: 'This is a picture, not a bank file.' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], text: 'This is a picture, not a bank file.' },
  { bytes: [0x47, 0x49, 0x46, 0x38], text: 'This is a picture, not a bank file.' },
  { bytes: [0x57, 0x45, 0x42, 0x50], at: 8, text: 'This is a picture, not a bank file.' },
  { bytes: [0x66, 0x74, 0x79, 0x70], at: 4, text: 'This is a picture or a video, not a bank file.' },
  { bytes: [0x49, 0x49, 0x2a, 0], text: 'This is a picture, not a bank file.' },
  { bytes: [0x4d, 0x4d, 0, 0x2a], text: 'This is a picture, not a bank file.' },
  { bytes: [0x42, 0x4d, 0x36], text: 'This is a picture, not a bank file.' },
  {
    bytes: [0x1f, 0x8b],
    text: 'This file is compressed with gzip. Please unpack it and add the file inside.',
  },
  {
    bytes: [0x52, 0x61, 0x72, 0x21],
    text: 'This is a RAR archive. Please unpack it and add the files inside.',
  },
  {
    bytes: [0x37, 0x7a, 0xbc, 0xaf],
    text: 'This is a 7z archive. Please unpack it and add the files inside.',
  },
  { bytes: [0x7b, 0x5c, 0x72, 0x74, 0x66], text: 'This is a text document (RTF), not a bank file.' },
]

const startsWith = (bytes: Uint8Array, expected: number[], at = 0) =>
  expected.every((byte, n) => bytes[at + n] === byte)

export const isZip = (bytes: Uint8Array) =>
  startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0x50, 0x4b, 5, 6])

/** Refuses what is no bank file by its first bytes. */
export function refuseBinary(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new UnreadableBankFile('This file is empty.')
  const known = signatures.find((one) => startsWith(bytes, one.bytes, one.at))
  if (known) throw new UnreadableBankFile(known.text)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableBankFile(oldOfficeText(bytes))
}

/** The container of Office files before 2007, in which encrypted new ones also come. Its parts have names in UTF-16. */
function oldOfficeText(bytes: Uint8Array): string {
  const has = (name: string) => Buffer.from(bytes).includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return 'This file has a password. Please save it without one and add it again.'
  if (has('WordDocument')) return 'This is a Word document, not a bank file.'
  return 'This is an Excel file of the old form (.xls). Please save it as XLSX or CSV and add it again.'
}

/** Refuses Office documents by the files that their archive has. True if it is an XLSX workbook. */
export function isWorkbook(names: string[]): boolean {
  if (names.includes('xl/workbook.xml')) return true
  if (names.some((name) => name.startsWith('word/')))
    throw new UnreadableBankFile('This is a Word document, not a bank file.')
  if (names.includes('xl/workbook.bin'))
    throw new UnreadableBankFile(
      'This is a binary Excel file (.xlsb). Please save it as XLSX or CSV and add it again.',
    )
  if (names.some((name) => name.startsWith('ppt/')))
    throw new UnreadableBankFile('This is a presentation, not a bank file.')
  if (names.includes('META-INF/manifest.xml') && names.includes('content.xml'))
    throw new UnreadableBankFile(
      'This is an OpenDocument file. Please save it as XLSX or CSV and add it again.',
    )
  if (names.some((name) => name.endsWith('.iwa')))
    throw new UnreadableBankFile(
      'This is a Numbers or Pages document. Please save it as XLSX or CSV and add it again.',
    )
  return false
}

export type TextFormat = 'ofx' | 'qif' | 'mt940' | 'camt' | 'csv'

/** Decides by content what kind of text it is. Refuses web pages, JSON and XML of other kinds. */
export function recognizeText(text: string): TextFormat {
  const start = text.slice(0, 20_000).trimStart()
  if (start === '') throw new UnreadableBankFile('This file is empty.')
  if (/^OFXHEADER|<OFX>|<\?OFX/im.test(start)) return 'ofx'
  if (/^(<!doctype html|<html|<head|<body|<table)/i.test(start))
    throw new UnreadableBankFile('This is a web page, not a bank file. Please use the export of your bank.')
  if (start.startsWith('<')) return recognizeXml(text, start)
  if (/^[{[]/.test(start) && isJson(text))
    throw new UnreadableBankFile(
      'This is JSON. Please export the transactions as CSV, OFX, QIF, MT940, CAMT or XLSX.',
    )
  if (/^\s*(:(20|25|28C?|60[FM]|61|62[FM]|86|NS|940|942):|\{1:F\d{2})/m.test(firstLines(start, 30)))
    return 'mt940'
  if (/^\s*!\s*(type|account|option|clear)\b/im.test(firstLines(start, 30)) || isBareQif(start)) return 'qif'
  return 'csv'
}

const firstLines = (text: string, count: number) => text.split(/\r\n|\n|\r/, count).join('\n')

function recognizeXml(text: string, start: string): 'camt' {
  if (/<!(DOCTYPE|ENTITY)/i.test(start))
    throw new UnreadableBankFile(
      'This XML file has a document type definition. Bank files have none, so it is not read.',
    )
  if (/<(\w+:)?BkToCstmr|camt\.05[234]/.test(text)) return 'camt'
  if (/xmlns[^>]*spreadsheet|<\?mso-application/i.test(start))
    throw new UnreadableBankFile(
      'This is an Excel file in XML. Please save it as XLSX or CSV and add it again.',
    )
  const root = /<(?:\w[\w.-]*:)?([A-Za-z_][\w.-]*)[\s>/]/.exec(start.replaceAll(/<[?!][^>]*>/g, ''))?.[1]
  throw new UnreadableBankFile(
    root === undefined
      ? 'This XML file is cut off. Please download it again.'
      : `This XML file is no bank statement: it begins with “${root.slice(0, 60)}”.`,
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** QIF whose first line is missing: one letter before each value, and records that end with ^. */
function isBareQif(start: string): boolean {
  const lines = start.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const first = lines.slice(0, 200)
  return (
    first.some((line) => line.startsWith('^')) &&
    first.some((line) => /^D\s*\d/.test(line)) &&
    first.some((line) => /^[TU]\s*[-+\d(]/.test(line)) &&
    first.every((line) => /^[A-Z$^%!]/i.test(line))
  )
}
