import { strToU8, zipSync } from 'fflate'
import type { BankFileCase } from '../bank-file-case.ts'
import { latin1, truthOf, utf8, type Booking } from './bookings.ts'
import { dayStatement } from './camt-files.ts'

const booking = (cents: number, date: string): Booking => ({ date, cents, name: '', text: '' })
const day = (n: number) => `2026-02-${String(n).padStart(2, '0')}`
const iban = 'DE89370400440532013000'

const sta =
  ':20:X\n:25:A-1\n:28C:1\n:60F:C260105EUR100,00\n:61:260105D40,00NTRFNONREF\n:86:Grüße aus Köln, für Ärzte\n:62F:C260105EUR60,00\n-\n'
const staTruth = {
  statements: [
    truthOf([booking(-4000, '2026-01-05')], {
      account: 'A-1',
      currency: 'EUR',
      opening: 10_000,
      closing: 6000,
    }),
  ],
}
const wide = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}
const cp850 = (text: string) =>
  latin1(
    text.replaceAll(
      /[üßöÄ]/g,
      (letter) => ({ ü: '\u0081', ß: '\u00e1', ö: '\u0094', Ä: '\u008e' })[letter] ?? letter,
    ),
  )
/** As an old Office file begins. */
const oldOffice = (...names: string[]) =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(600),
      ...names.map((name) => Buffer.from(name, 'utf16le')),
    ]),
  )

/** A zip whose only file says that it is smaller than it is. */
function lyingZip(): Uint8Array {
  const bytes = zipSync({ 'a.csv': new Uint8Array(30 * 1024 * 1024) })
  const view = new DataView(bytes.buffer)
  for (let at = 0; at + 4 < bytes.length; at++)
    if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, 1000, true)
  return bytes
}

const days = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [
    `camt/day-${n + 1}.xml`,
    dayStatement(-100 * (n + 1), 10_000 - 50 * n * (n + 1), day(n + 1)),
  ]),
)

export const oddFiles: BankFileCase[] = [
  { name: 'utf-8 with a mark', bytes: utf8(`\ufeff${sta}`), truth: staTruth },
  { name: 'utf-16 LE with a mark', bytes: wide(`\ufeff${sta}`, false), truth: staTruth },
  { name: 'utf-16 LE without a mark', bytes: wide(sta, false), truth: staTruth },
  { name: 'utf-16 BE without a mark', bytes: wide(sta, true), truth: staTruth },
  { name: 'windows-1252', bytes: latin1(sta), truth: staTruth },
  { name: 'cp850, as DOS programs write', bytes: cp850(sta), truth: staTruth },
  { name: 'NUL bytes between lines', bytes: utf8(sta.replaceAll('\n:6', '\n\0:6')), truth: staTruth },
  {
    name: 'a zip with the statements of twelve days',
    bytes: zipSync({
      ...days,
      '__MACOSX/camt/._day-1.xml': strToU8('x'),
      'readme.txt': strToU8('Hello'),
      'statement.pdf': strToU8('%PDF-1.7'),
    }),
    truth: {
      statements: Array.from({ length: 12 }, (_, n) =>
        truthOf([booking(-100 * (n + 1), day(n + 1))], {
          account: iban,
          currency: 'EUR',
          opening: 10_000 - 50 * n * (n + 1),
          closing: 10_000 - 50 * (n + 1) * (n + 2),
        }),
      ),
    },
  },
  {
    name: 'a zip with one statement, stored',
    bytes: zipSync({ 'a.sta': utf8(sta) }, { level: 0 }),
    truth: staTruth,
  },
  { name: 'an empty file', bytes: new Uint8Array(), truth: { refused: /empty/ } },
  { name: 'blanks alone', bytes: utf8(' \r\n\t \n'), truth: { refused: /empty/ } },
  { name: 'a pdf called .csv', bytes: utf8('%PDF-1.7\n1 0 obj'), truth: { refused: /This is a PDF\./ } },
  {
    name: 'a picture',
    bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    truth: { refused: /picture/ },
  },
  {
    name: 'a web page',
    bytes: utf8('<!DOCTYPE html><html><body>Sign in</body></html>'),
    truth: { refused: /web page/ },
  },
  { name: 'an old workbook', bytes: oldOffice('Workbook'), truth: { refused: /old form/ } },
  {
    name: 'a workbook with a password',
    bytes: oldOffice('EncryptionInfo', 'EncryptedPackage'),
    truth: { refused: /password/ },
  },
  { name: 'an old Word document', bytes: oldOffice('WordDocument'), truth: { refused: /Word/ } },
  {
    name: 'a Word document',
    bytes: zipSync({ 'word/document.xml': strToU8('<a/>') }),
    truth: { refused: /Word/ },
  },
  {
    name: 'a spreadsheet of OpenDocument',
    bytes: zipSync({ 'META-INF/manifest.xml': strToU8('<a/>'), 'content.xml': strToU8('<a/>') }),
    truth: { refused: /OpenDocument/ },
  },
  { name: 'JSON', bytes: utf8('{"transactions": []}'), truth: { refused: /JSON/ } },
  {
    name: 'binary garbage',
    bytes: Uint8Array.from({ length: 3000 }, (_, n) => (n * 7919) % 256),
    truth: { refused: /not a text file/ },
  },
  {
    name: 'an e-invoice',
    bytes: utf8(
      '<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:x"></rsm:CrossIndustryInvoice>',
    ),
    truth: { refused: /no bank statement.*CrossIndustryInvoice/ },
  },
  {
    name: 'a payment order',
    bytes: utf8(
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn/></Document>',
    ),
    truth: { refused: /no bank statement/ },
  },
  {
    name: 'XML with an external entity',
    bytes: utf8(
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>camt.053 &x;</Document>',
    ),
    truth: { refused: /document type definition/ },
  },
  {
    name: 'a zip that is cut off',
    bytes: zipSync({ 'a.sta': utf8(sta) }).subarray(0, 120),
    truth: { refused: /cut off/ },
  },
  {
    name: 'a zip bomb',
    bytes: zipSync({ 'a.csv': new Uint8Array(30 * 1024 * 1024) }),
    truth: { refused: /unpacks to far more/ },
  },
  {
    name: 'a zip bomb that lies about its size',
    bytes: lyingZip(),
    truth: { refused: /unpacks to far more/ },
  },
  { name: 'a zip without files', bytes: zipSync({}), truth: { refused: /no bank file inside/ } },
  {
    name: 'a zip in a zip',
    bytes: zipSync({ 'b.zip': zipSync({ 'a.sta': utf8(sta) }) }),
    truth: { refused: /b\.zip in the zip file cannot be read.*another zip/ },
  },
]
