import type { BankFileCase } from '../bank-file-case.ts'
import { decimal, escapeXml, latin1, makeBookings, total, truthOf, utf8, type Booking } from './bookings.ts'

type Kind = '052' | '053' | '054'
const messages: Record<Kind, [string, string]> = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
}

interface Style {
  kind?: Kind
  version?: string
  currency?: string
  /** Before each name, as in ns2: */
  prefix?: string
  /** From version 8 on, parties and status are one level deeper. */
  deep?: boolean
  account?: string
  encoding?: string
  dates?: 'day' | 'moment' | 'value'
  entry?: (booking: Booking, n: number) => string
}

const indicator = (cents: number) => `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
const amountOf = (cents: number, currency: string) =>
  `<Amt Ccy="${currency}">${decimal(Math.abs(cents))}</Amt>`

function dateOf(date: string, dates: Style['dates']): string {
  if (dates === 'value') return `<ValDt><Dt>${date}</Dt></ValDt>`
  if (dates === 'moment') return `<BookgDt><DtTm>${date}T23:30:00+02:00</DtTm></BookgDt>`
  return `<BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>2026-12-31</Dt></ValDt>`
}

function entryOf({ date, cents, name, text }: Booking, n: number, style: Style): string {
  const { currency = 'EUR', deep } = style
  const role = cents < 0 ? 'Cdtr' : 'Dbtr'
  const party = `<Nm>${escapeXml(name)}</Nm>`
  return (
    `<Ntry>${amountOf(cents, currency)}${indicator(cents)}<Sts>${deep ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts>${dateOf(date, style.dates)}` +
    `<AcctSvcrRef>REF${date.replaceAll('-', '')}${n}</AcctSvcrRef><BkTxCd/><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>` +
    `<RltdPties><${role}>${deep ? `<Pty>${party}</Pty>` : party}</${role}></RltdPties><RmtInf><Ustrd>${escapeXml(text)}</Ustrd></RmtInf></TxDtls></NtryDtls>` +
    `<AddtlNtryInf>Transfer</AddtlNtryInf></Ntry>`
  )
}

const balanceOf = (code: string, cents: number, currency: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(cents, currency)}${indicator(cents)}<Dt><Dt>2026-03-31</Dt></Dt></Bal>`

function statementOf(bookings: Booking[], balances: [string, number][], style: Style): string {
  const { currency = 'EUR', account = 'DE89370400440532013000', kind = '053' } = style
  const [, name] = messages[kind]
  const id = /^[A-Z]{2}\d{2}/.test(account) ? `<IBAN>${account}</IBAN>` : `<Othr><Id>${account}</Id></Othr>`
  return (
    `<${name}><Id>S1</Id><CreDtTm>2026-03-31T20:00:00</CreDtTm><Acct><Id>${id}</Id><Ccy>${currency}</Ccy></Acct>` +
    balances.map(([code, cents]) => balanceOf(code, cents, currency)).join('') +
    bookings
      .map((one, n) => (style.entry ?? ((booking, at) => entryOf(booking, at, style)))(one, n))
      .join('') +
    `</${name}>`
  )
}

function documentOf(inner: string, style: Style): string {
  const { kind = '053', version = '02', prefix = '', encoding = 'UTF-8' } = style
  const [message] = messages[kind]
  const space = `urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}`
  const body = `<Document xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${space}"><${message}><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-03-31T20:00:00</CreDtTm></GrpHdr>${inner}</${message}></Document>`
  const prefixed = prefix === '' ? body : body.replaceAll(/<(\/?)([A-Za-z])/g, `<$1${prefix}$2`)
  return `<?xml version="1.0" encoding="${encoding}"?>\n${prefixed}`
}

const bookings = makeBookings(71, 18)
const opening = 250_000
const closing = opening + total(bookings)
const iban = 'DE89370400440532013000'

function simple(
  name: string,
  style: Style,
  balances: [string, number][] = [
    ['OPBD', opening],
    ['CLBD', closing],
  ],
): BankFileCase {
  const text = documentOf(statementOf(bookings, balances, style), style)
  const has = (code: string) => balances.some(([one]) => one === code)
  return {
    name: `camt, ${name}`,
    bytes: style.encoding === 'ISO-8859-1' ? latin1(text) : utf8(text),
    truth: {
      statements: [
        truthOf(bookings, {
          account: style.account ?? iban,
          currency: style.currency ?? 'EUR',
          opening: has('OPBD') || has('PRCD') ? opening : null,
          closing: has('CLBD') || (has('ITBD') && has('OPBD')) ? closing : null,
        }),
      ],
    },
  }
}

const batch = (cents: number, parts: number[]) =>
  `<Ntry>${amountOf(cents, 'CHF')}${indicator(cents)}<Sts>BOOK</Sts>${dateOf('2026-02-02', 'day')}<NtryDtls><Btch><NbOfTxs>${parts.length}</NbOfTxs></Btch>` +
  `${parts.map((part, n) => `<TxDtls><Refs><EndToEndId>E${n}</EndToEndId></Refs>${amountOf(part, 'CHF')}${indicator(part)}<RltdPties><Dbtr><Nm>Payer ${n}</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>21000000000313947143000901${n}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`).join('')}</NtryDtls></Ntry>`

const one = (cents: number, date = '2026-02-02'): Booking => ({ date, cents, name: 'A', text: 'B' })
const withStatus = (status: string) => (booking: Booking, n: number) =>
  entryOf(booking, n, {}).replace('<Sts>BOOK', `<Sts>${status}`)

export const camtFiles: BankFileCase[] = [
  simple('053 version 2, German', {}),
  simple('053 version 8, German, deep parties', { version: '08', deep: true }),
  simple('053 version 4, Swiss, moments', {
    version: '04',
    currency: 'CHF',
    account: 'CH9300762011623852957',
    dates: 'moment',
  }),
  simple('053 with namespace prefixes, Dutch', { prefix: 'ns2:', account: 'NL91ABNA0417164300' }),
  simple(
    '053 version 13, Finnish, previous closing balance',
    { version: '13', account: 'FI2112345600000785' },
    [
      ['PRCD', opening],
      ['CLBD', closing],
    ],
  ),
  simple('053 in ISO-8859-1, Danish, own account number', {
    encoding: 'ISO-8859-1',
    currency: 'DKK',
    account: '40400440116243',
  }),
  simple('053 with value dates alone', { dates: 'value' }),
  simple('052 version 6 with an interim balance', { kind: '052', version: '06' }, [
    ['OPBD', opening],
    ['ITBD', closing],
  ]),
  simple('052 version 2 without balances', { kind: '052' }, []),
  simple('054 version 4', { kind: '054', version: '04' }, []),
  simple(
    '054 version 8, Swedish',
    { kind: '054', version: '08', deep: true, currency: 'SEK', account: '5331-1234567' },
    [],
  ),
  {
    name: 'camt, 053 in an envelope, with two accounts, one empty',
    bytes: utf8(
      documentOf(
        statementOf(
          bookings,
          [
            ['OPBD', opening],
            ['CLBD', closing],
          ],
          {},
        ) +
          statementOf(
            [],
            [
              ['OPBD', -500],
              ['CLBD', -500],
            ],
            { account: 'DE02120300000000202051' },
          ),
        {},
      ).replace(
        /<Document[\s\S]*<\/Document>/,
        (document) => `<Envelope><Header/><Body>${document}</Body></Envelope>`,
      ),
    ),
    truth: {
      statements: [
        truthOf(bookings, { account: iban, currency: 'EUR', opening, closing }),
        truthOf([], { account: 'DE02120300000000202051', currency: 'EUR', opening: -500, closing: -500 }),
      ],
    },
  },
  {
    name: 'camt, 053 with a batch of Swiss payments',
    bytes: utf8(
      documentOf(
        statementOf(
          [one(60_000)],
          [
            ['OPBD', 0],
            ['CLBD', 60_000],
          ],
          { currency: 'CHF', entry: () => batch(60_000, [10_000, 20_000, 30_000]) },
        ),
        {},
      ),
    ),
    truth: {
      statements: [truthOf([one(60_000)], { account: iban, currency: 'CHF', opening: 0, closing: 60_000 })],
    },
  },
  {
    name: 'camt, 053 with a reversal',
    bytes: utf8(
      documentOf(
        statementOf(
          [one(-7000), one(7000)],
          [
            ['OPBD', 100],
            ['CLBD', 100],
          ],
          {
            entry: (booking, n) =>
              entryOf(booking, n, {}).replace(
                '<Sts>',
                booking.cents > 0 ? '<RvslInd>true</RvslInd><Sts>' : '<Sts>',
              ),
          },
        ),
        {},
      ),
    ),
    truth: {
      statements: [
        truthOf([one(-7000), one(7000)], { account: iban, currency: 'EUR', opening: 100, closing: 100 }),
      ],
    },
  },
  {
    name: 'camt, 052 with booked and pending entries',
    bytes: utf8(
      documentOf(
        statementOf(
          [one(-100), one(-200), one(-400)],
          [
            ['OPBD', 1000],
            ['CLBD', 900],
          ],
          {
            kind: '052',
            entry: (booking, n) =>
              withStatus(booking.cents === -100 ? 'BOOK' : booking.cents === -200 ? 'PDNG' : 'INFO')(
                booking,
                n,
              ),
          },
        ),
        { kind: '052' },
      ),
    ),
    truth: {
      statements: [truthOf([one(-100)], { account: iban, currency: 'EUR', opening: 1000, closing: 900 })],
    },
  },
  {
    name: 'camt, 052 with pending entries alone',
    bytes: utf8(
      documentOf(statementOf([one(-200)], [['ITBD', 900]], { kind: '052', entry: withStatus('PDNG') }), {
        kind: '052',
      }),
    ),
    truth: { statements: [truthOf([one(-200)], { account: iban, currency: 'EUR' })] },
  },
  {
    name: 'camt, 053 with entries in two currencies',
    bytes: utf8(
      documentOf(
        statementOf(
          [one(-200), one(-300), one(900)],
          [
            ['OPBD', 1000],
            ['CLBD', 800],
          ],
          {
            entry: (booking, n) => entryOf(booking, n, { currency: booking.cents === -200 ? 'EUR' : 'USD' }),
          },
        ),
        {},
      ),
    ),
    truth: {
      statements: [
        truthOf([one(-200)], { account: iban, currency: 'EUR', opening: 1000, closing: 800 }),
        truthOf([one(-300), one(900)], { account: iban, currency: 'USD' }),
      ],
    },
  },
  {
    name: 'camt, 054 with an entry without a date',
    bytes: utf8(
      documentOf(
        statementOf([one(500)], [], {
          kind: '054',
          entry: (booking, n) => entryOf(booking, n, {}).replaceAll(/<(BookgDt|ValDt)>.*?<\/\1>/g, ''),
        }),
        { kind: '054' },
      ),
    ),
    truth: {
      statements: [truthOf([one(500, '2026-03-31')], { account: iban, currency: 'EUR' })],
      asks: ['dates'],
    },
  },
  {
    name: 'camt, several documents in one file',
    bytes: utf8(
      [1, 2]
        .map((n) =>
          documentOf(
            statementOf(
              [one(n * 100)],
              [
                ['OPBD', 0],
                ['CLBD', n * 100],
              ],
              {},
            ),
            {},
          ),
        )
        .join('\n'),
    ),
    truth: {
      statements: [100, 200].map((cents) =>
        truthOf([one(cents)], { account: iban, currency: 'EUR', opening: 0, closing: cents }),
      ),
    },
  },
  {
    name: 'camt, 053 whose balances do not agree',
    bytes: utf8(
      documentOf(
        statementOf(
          bookings,
          [
            ['OPBD', 0],
            ['CLBD', 1],
          ],
          {},
        ),
        {},
      ),
    ),
    truth: {
      statements: [truthOf(bookings, { account: iban, currency: 'EUR', opening: 0, closing: 1 })],
      asks: ['balance'],
    },
  },
  { name: 'camt, without a statement', bytes: utf8(documentOf('', {})), truth: { refused: /no statement/ } },
  {
    name: 'camt, cut off',
    bytes: utf8(documentOf(statementOf(bookings, [], {}), {}).slice(0, 4000)),
    truth: { refused: /cut off at line/ },
  },
  {
    name: 'camt, with billion laughs',
    bytes: utf8(
      documentOf(statementOf(bookings, [], {}), {}).replace(
        '<Document',
        '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<Document',
      ),
    ),
    truth: { refused: /document type definition/ },
  },
]

/** A day's statement, for archives. */
export const dayStatement = (cents: number, before: number, date: string): Uint8Array =>
  utf8(
    documentOf(
      statementOf(
        [one(cents, date)],
        [
          ['OPBD', before],
          ['CLBD', before + cents],
        ],
        {},
      ),
      {},
    ),
  )
