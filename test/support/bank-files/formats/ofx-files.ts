import type { BankFileCase } from '../bank-file-case.ts'
import { decimal, escapeXml, latin1, makeBookings, truthOf, utf8, type Booking } from './bookings.ts'

const header = (encoding = 'USASCII', charset = '1252') =>
  `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:${encoding}\r\nCHARSET:${charset}\r\n` +
  'COMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n'
const xmlHeader =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
const signOn =
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260401120000[-5:EST]<LANGUAGE>ENG<FI><ORG>First Sample Bank<FID>1001</FI></SONRS></SIGNONMSGSRSV1>'

interface Style {
  /** Of XML; otherwise values end at the next tag. */
  closeTags?: boolean
  mark?: '.' | ','
  time?: string
  lineEnd?: string
  plus?: boolean
  extra?: string
}

const compact = (date: string) => date.replaceAll('-', '')

function field(name: string, value: string, { closeTags, lineEnd = '\r\n' }: Style): string {
  return `<${name}>${escapeXml(value)}${closeTags ? `</${name}>` : ''}${lineEnd}`
}

function entries(bookings: Booking[], style: Style): string {
  return bookings
    .map(({ date, cents, name, text }, n) => {
      const amount = `${style.plus && cents > 0 ? '+' : ''}${decimal(cents, style.mark)}`
      return (
        `<STMTTRN>${style.lineEnd ?? '\r\n'}` +
        field('TRNTYPE', cents < 0 ? 'DEBIT' : 'CREDIT', style) +
        field('DTPOSTED', compact(date) + (style.time ?? ''), style) +
        field('TRNAMT', amount, style) +
        field('FITID', `${compact(date)}-${n}`, style) +
        field('NAME', name, style) +
        field('MEMO', text, style) +
        (style.extra ?? '') +
        `</STMTTRN>${style.lineEnd ?? '\r\n'}`
      )
    })
    .join('')
}

interface Account {
  id: string
  currency?: string
  closing?: number
  card?: boolean
}

function statement(bookings: Booking[], account: Account, style: Style = {}): string {
  const [wrapper, response, from] = account.card
    ? ['CCSTMTTRNRS', 'CCSTMTRS', 'CCACCTFROM']
    : ['STMTTRNRS', 'STMTRS', 'BANKACCTFROM']
  const kind = account.card
    ? ''
    : `${field('BANKID', '021000021', style)}${field('ACCTTYPE', 'CHECKING', style)}`
  const balance =
    account.closing === undefined
      ? ''
      : `<LEDGERBAL>${field('BALAMT', decimal(account.closing, style.mark), style)}${field('DTASOF', '20260401120000', style)}</LEDGERBAL>` +
        `<AVAILBAL>${field('BALAMT', '99999.99', style)}${field('DTASOF', '20260401', style)}</AVAILBAL>`
  return (
    `<${wrapper}>${field('TRNUID', '1', style)}<STATUS>${field('CODE', '0', style)}${field('SEVERITY', 'INFO', style)}</STATUS>` +
    `<${response}>${field('CURDEF', account.currency ?? 'USD', style)}<${from}>${kind}${field('ACCTID', account.id, style)}</${from}>` +
    `<BANKTRANLIST>${field('DTSTART', '20260101', style)}${field('DTEND', '20260401', style)}${entries(bookings, style)}</BANKTRANLIST>` +
    `${balance}</${response}></${wrapper}>`
  )
}

const bank = (inner: string) => `<BANKMSGSRSV1>${inner}</BANKMSGSRSV1>`
const card = (inner: string) => `<CREDITCARDMSGSRSV1>${inner}</CREDITCARDMSGSRSV1>`
const ofx = (...parts: string[]) => `<OFX>${signOn}${parts.join('')}</OFX>\r\n`

const a = makeBookings(11, 24)
const b = makeBookings(12, 9)

export const ofxFiles: BankFileCase[] = [
  {
    name: 'ofx 1, tags without ends',
    bytes: utf8(header() + ofx(bank(statement(a, { id: '4410', closing: 120_450 })))),
    truth: { statements: [truthOf(a, { account: '4410', currency: 'USD', closing: 120_450 })] },
  },
  {
    name: 'ofx 1 in one line',
    bytes: utf8(header() + ofx(bank(statement(a, { id: '4411', closing: -500 }, { lineEnd: '' })))),
    truth: { statements: [truthOf(a, { account: '4411', currency: 'USD', closing: -500 })] },
  },
  {
    name: 'ofx 2, xml',
    bytes: utf8(
      xmlHeader + ofx(bank(statement(a, { id: '4412', closing: 77 }, { closeTags: true, lineEnd: '\n' }))),
    ),
    truth: { statements: [truthOf(a, { account: '4412', currency: 'USD', closing: 77 })] },
  },
  {
    name: 'ofx with decimal commas, as in Brazil and France',
    bytes: latin1(
      header() +
        ofx(bank(statement(a, { id: '0001-9', currency: 'BRL', closing: 1_000_050 }, { mark: ',' }))),
    ),
    truth: { statements: [truthOf(a, { account: '0001-9', currency: 'BRL', closing: 1_000_050 })] },
  },
  {
    name: 'qfx with times and zones',
    bytes: utf8(
      header() +
        ofx(bank(statement(a, { id: '88', closing: 5 }, { time: '235959.000[-5:EST]', plus: true }))),
    ),
    truth: { statements: [truthOf(a, { account: '88', currency: 'USD', closing: 5 })] },
  },
  {
    name: 'ofx of a card',
    bytes: utf8(header() + ofx(card(statement(b, { id: 'xxxx-1111', closing: -99_000, card: true })))),
    truth: { statements: [truthOf(b, { account: 'xxxx-1111', currency: 'USD', closing: -99_000 })] },
  },
  {
    name: 'ofx with an account, a savings account and a card',
    bytes: utf8(
      header() +
        ofx(
          bank(statement(a, { id: '1', closing: 100 }) + statement(b, { id: '2', closing: 200 })),
          card(statement(a.slice(0, 3), { id: '3', card: true })),
        ),
    ),
    truth: {
      statements: [
        truthOf(a, { account: '1', currency: 'USD', closing: 100 }),
        truthOf(b, { account: '2', currency: 'USD', closing: 200 }),
        truthOf(a.slice(0, 3), { account: '3', currency: 'USD' }),
      ],
    },
  },
  {
    name: 'ofx with empty tags and its own ones',
    bytes: utf8(
      header() + ofx(bank(statement(b, { id: '9' }, { extra: '<CHECKNUM>\r\n<SIC></SIC>\r\n<X.OWN>Y\r\n' }))),
    ),
    truth: { statements: [truthOf(b, { account: '9', currency: 'USD' })] },
  },
  {
    name: 'ofx without a header, in windows-1252',
    bytes: latin1(ofx(bank(statement(a, { id: '55', currency: 'CAD', closing: 1 })))),
    truth: { statements: [truthOf(a, { account: '55', currency: 'CAD', closing: 1 })] },
  },
  {
    name: 'ofx that says 1252 and is utf-8',
    bytes: utf8(header() + ofx(bank(statement(a, { id: '56', currency: 'EUR' })))),
    truth: { statements: [truthOf(a, { account: '56', currency: 'EUR' })] },
  },
  {
    name: 'ofx with an empty list',
    bytes: utf8(header() + ofx(bank(statement([], { id: '57', closing: 12 })))),
    truth: { statements: [truthOf([], { account: '57', currency: 'USD', closing: 12 })] },
  },
  {
    name: 'ofx with cash in an investment account',
    bytes: utf8(
      `${header()}<OFX>${signOn}<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVACCTFROM><BROKERID>x<ACCTID>I-7</INVACCTFROM>` +
        `<INVTRANLIST>${b.map((one) => `<INVBANKTRAN>${entries([one], {})}<SUBACCTFUND>CASH</INVBANKTRAN>`).join('')}</INVTRANLIST>` +
        '</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>',
    ),
    truth: { statements: [truthOf(b, { account: 'I-7', currency: 'USD' })] },
  },
  {
    name: 'ofx in which debits are positive',
    bytes: utf8(
      header() + ofx(card(statement(b, { id: '4', card: true })).replaceAll(/<TRNAMT>-/g, '<TRNAMT>')),
    ),
    truth: {
      statements: [
        truthOf(
          b.map((one) => ({ ...one, cents: Math.abs(one.cents) })),
          { account: '4', currency: 'USD' },
        ),
      ],
      asks: ['sign'],
    },
  },
  {
    name: 'ofx with a refused sign-in',
    bytes: utf8(
      `${header()}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong password</STATUS></SONRS></SIGNONMSGSRSV1></OFX>`,
    ),
    truth: { refused: /refused the sign-in: Wrong password\./ },
  },
  {
    name: 'ofx with a list of accounts',
    bytes: utf8(
      `${header()}<OFX>${signOn}<SIGNUPMSGSRSV1><ACCTINFOTRNRS><ACCTINFORS><ACCTINFO><DESC>Savings</ACCTINFO></ACCTINFORS></ACCTINFOTRNRS></SIGNUPMSGSRSV1></OFX>`,
    ),
    truth: { refused: /list of accounts/ },
  },
  {
    name: 'ofx with positions alone',
    bytes: utf8(
      `${header()}<OFX>${signOn}<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVPOSLIST><POSSTOCK></POSSTOCK></INVPOSLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`,
    ),
    truth: { refused: /about investments/ },
  },
  {
    name: 'ofx that is cut off',
    bytes: utf8((header() + ofx(bank(statement(a, { id: '1' })))).slice(0, 1500)),
    truth: { refused: /cut off/ },
  },
]
