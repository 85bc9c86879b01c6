import { zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bankFileOwner } from '../../../../test/support/bank-files/bank-file-owner.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { getBanking } from '../../banking/contract.ts'
import type { BankFilePool } from '../reading/bank-file-pool.ts'
import { packBankFile } from '../reading/pack-bank-file.ts'
import { readBankFile } from '../reading/read-bank-file.ts'

/** The reader itself, in this process. */
const bankFiles: BankFilePool = {
  run: async ({ bytes, fileName, choices, home }) => ({
    file: packBankFile(readBankFile(bytes, fileName, choices, home)),
  }),
  end: async () => undefined,
}

let app: TestApp
let cookie: string
let businessId: string
let owner: ReturnType<typeof bankFileOwner>
beforeAll(async () => {
  app = await createTestApp({ bankFiles })
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await setPlan(app, businessId, 'pro')
  owner = bankFileOwner(app, { cookie, businessId })
})

const ofx = ({ currency = 'USD', account = '' }: { currency?: string; account?: string }) =>
  Buffer.from(
    `<OFX><STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>55501234${account}</BANKACCTFROM>` +
      `<STMTTRN><DTPOSTED>20260102<TRNAMT>1.25<NAME>Interest</STMTTRN></STMTRS></OFX>`,
  )

test('where the file says that it has no currency, the owner chooses it', async () => {
  const shown = await owner.preview(ofx({ currency: 'XXX' }))
  expect(shown.statements).toMatchObject([{ currency: null, shownCurrency: 'USD', inMinor: 125 }])
  expect((await owner.confirm(shown, { currency: 'CHF' })).status).toBe(200)
})

test.each(['DEM', 'ABC', 'XTS'])(
  'amounts in %s are refused in a sentence that names it',
  async (currency) => {
    expect(await problemOf(await owner.upload(ofx({ currency })))).toMatchObject({
      code: 'INVALID_FILE_TYPE',
      message: `The amounts in this file are in ${currency}, which is not a currency that we know.`,
    })
  },
)

test.each([
  ['USD', ['mdy', 'dmy']],
  ['GBP', ['dmy', 'mdy']],
])(
  'where a file leaves open which number is the month, a business in %s is offered %j',
  async (home, orders) => {
    await owner.rows(`update businesses set currency = '${home}'`)
    const files = [
      'Date,Description,Amount\n03/04/2026,Paper,-30.50\n',
      '!Type:Bank\nD03/04/2026\nT-30.50\n^\n',
    ]
    for (const text of files) {
      const { questions } = await owner.preview(Buffer.from(text))
      expect(questions.map(({ about }) => about)).toEqual(['dates'])
      expect(questions[0]?.readings.map(({ choices }) => choices.dates)).toEqual(orders)
    }
  },
)

test('a currency in the file decides before that of the business which number is likelier the month', async () => {
  for (const [header, amount] of [
    ['Currency', '-30.50,EUR'],
    ['Note', '€-30.50,'],
  ]) {
    const { questions } = await owner.preview(
      Buffer.from(`Date,Description,Amount,${header}\n03/04/2026,Paper,${amount}\n`),
    )
    expect(questions[0]?.readings.map(({ choices }) => choices.dates)).toEqual(['dmy', 'mdy'])
  }
})

test.each([
  ['SAVINGS', 'savings', 'cash'],
  ['MONEYMRKT', 'savings', 'cash'],
  ['CD', 'savings', 'cash'],
  ['CHECKING', 'checking', 'cash'],
  ['CREDITLINE', 'credit', 'credit'],
])('an account that OFX calls %s becomes one of the type %s', async (called, type, kind) => {
  const shown = await owner.preview(ofx({ account: `<ACCTTYPE>${called}` }))
  await owner.importAll(ofx({ account: `<ACCTTYPE>${called}` }), { kind: shown.statements[0]?.kind })
  const { accounts } = await answerOf(getBanking, await app.send(getBanking, {}, { cookie }))
  expect(accounts).toMatchObject([{ type, kind }])
})

test('a table says which columns were taken, and choosing them gives the same transactions', async () => {
  const text =
    'Status,Booked,Text,Out,In,Balance\nok,2026-01-05,Fee,5.00,,995.00\nok,2026-01-12,Paid,,20.00,1015.00\n'
  const shown = await owner.preview(Buffer.from(text))
  const found = { date: 1, amount: { in: 4, out: 3 }, description: [2], balance: 5 }
  expect(shown.table).toMatchObject({ found, fileName: null })
  const { statements } = packBankFile(readBankFile(Buffer.from(text), '', { columns: found }))
  expect(statements[0]?.shown.map(({ amount, description }) => [amount, description])).toEqual([
    ['-5.00', 'Fee'],
    ['20.00', 'Paid'],
  ])
})

test('in an archive of several files, each part says which one it is from', async () => {
  const csv = (rows: string) => Buffer.from(`Date,Description,Amount\n${rows}`)
  const files = {
    'bank/april.csv': csv('03/04/2026,Paper,-1.00\n'),
    'bank/may.csv': csv('05/06/2026,Ink,-2.00\n'),
  }
  const shown = await owner.preview(zipSync(files))
  expect(shown.statements.map(({ fileName }) => fileName)).toEqual(['april.csv', 'may.csv'])
  expect(shown.questions.map(({ fileName }) => fileName)).toEqual(['april.csv'])
  expect(shown.table?.fileName).toBe('april.csv')
  const single = await owner.preview(zipSync({ 'may.csv': files['bank/may.csv'] }))
  expect(single.statements.map(({ fileName }) => fileName)).toEqual([null])
})
