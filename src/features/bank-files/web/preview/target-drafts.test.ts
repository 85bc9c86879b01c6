import { expect, test } from 'vitest'
import type { BankAccount } from '../../../banking/contract.ts'
import type { PreviewStatement } from '../../contract.ts'
import {
  accountIdsOf,
  confirmedTargets,
  countAdded,
  currencyOf,
  draftTargets,
  isForOthers,
  isReady,
  problemsOf,
  redraftTargets,
} from './target-drafts.ts'

const statement = (values: Partial<PreviewStatement> = {}): PreviewStatement => ({
  accountName: null,
  bankName: null,
  fileName: null,
  currency: 'USD',
  shownCurrency: 'USD',
  kind: 'cash',
  count: 10,
  existing: 2,
  firstDate: '2026-01-02',
  lastDate: '2026-03-31',
  inMinor: 0,
  outMinor: 0,
  openingMinor: null,
  closingMinor: null,
  reconciles: null,
  suggestedAccountId: null,
  notices: [],
  rows: [],
  ...values,
})

const account = (id: string, currency = 'USD'): BankAccount => ({
  id,
  connectionId: 'c',
  institutionName: 'Chase',
  name: 'Checking',
  type: 'checking',
  kind: 'cash',
  last4: '1234',
  accountNumberMasked: '',
  routingNumberMasked: null,
  currency,
  balanceMinor: null,
  isConnected: true,
})
const accounts = [account('dollars'), account('euros', 'EUR')]
const targetOf = (values: Partial<PreviewStatement>, wanted?: string) =>
  draftTargets([statement(values)], { accounts, wanted })[0]!.target

test('a statement goes to the account that the page was opened for, else to the suggested one, else to a new one', () => {
  expect(targetOf({ suggestedAccountId: 'dollars' })).toBe('dollars')
  expect(targetOf({})).toBe('new')
  expect(targetOf({ currency: null, suggestedAccountId: 'dollars' }, 'euros')).toBe('euros')
})

test('an account in another currency, or one that does not exist any longer, is not chosen', () => {
  expect(targetOf({}, 'euros')).toBe('new')
  expect(targetOf({ suggestedAccountId: 'gone' })).toBe('new')
})

test('of several statements, none takes the account of the page', () => {
  const drafts = draftTargets([statement(), statement()], { accounts, wanted: 'dollars' })
  expect(drafts.map(({ target }) => target)).toEqual(['new', 'new'])
})

test('what was chosen stays when the file is read again, unless it has other statements then', () => {
  const before = draftTargets([statement()], { accounts }).map((draft) => ({ ...draft, bankName: 'My bank' }))
  expect(redraftTargets(before, [statement({ count: 4 })], { accounts })).toEqual(before)
  expect(redraftTargets(before, [statement(), statement()], { accounts })).toHaveLength(2)
})

test('a preview for other accounts has to be made again', () => {
  const statements = [statement({ suggestedAccountId: 'dollars' })]
  const drafts = draftTargets(statements, { accounts })
  expect(isForOthers(drafts, statements)).toBe(false)
  expect(isForOthers([{ ...drafts[0]!, target: 'skip' }], statements)).toBe(false)
  expect(isForOthers([{ ...drafts[0]!, target: 'new' }], statements)).toBe(true)
  expect(isForOthers([{ ...drafts[0]!, target: 'euros' }], statements)).toBe(true)
  expect(accountIdsOf([...drafts, { ...drafts[0]!, target: 'skip' }])).toEqual(['dollars', null])
})

test('a new account needs the name of its bank, and a balance that is an amount', () => {
  const [draft] = draftTargets([statement()], { accounts })
  expect(problemsOf(draft!, statement())).toMatchObject({ bankName: 'Please enter the name of your bank.' })
  const named = { ...draft!, bankName: 'My bank' }
  expect(isReady([named], [statement()])).toBe(true)
  expect(isReady([{ ...named, closing: 'not-a-number' }], [statement()])).toBe(false)
  expect(isReady([{ ...draft!, target: 'skip' }], [statement()])).toBe(true)
})

test('a new account is called what the file calls it, as long as a name may be, and has its type', () => {
  const named = statement({ bankName: 'b'.repeat(200), accountName: 'Rainy days', kind: 'savings' })
  expect(draftTargets([named, statement()], { accounts })).toMatchObject([
    { bankName: 'b'.repeat(100), accountName: 'Rainy days', kind: 'savings' },
    { bankName: '', accountName: '', kind: 'cash' },
  ])
})

test('what is left out is not counted', () => {
  const statements = [statement(), statement({ count: 5, existing: 0 })]
  const drafts = draftTargets(statements, { accounts })
  expect(countAdded(drafts, statements)).toBe(13)
  expect(countAdded([drafts[0]!, { ...drafts[1]!, target: 'skip' }], statements)).toBe(8)
})

test('the currency of a file is that of its new account; the owner chooses it where the file does not say', () => {
  const [draft] = draftTargets([statement({ currency: null })], { accounts })
  const chosen = { ...draft!, currency: 'EUR' }
  expect(currencyOf(chosen, statement({ currency: null }))).toBe('EUR')
  expect(currencyOf(chosen, statement())).toBe('USD')
  expect(currencyOf({ ...chosen, target: 'dollars' }, statement({ currency: null }))).toBe('USD')
})

test('the request has a target for each statement', () => {
  const statements = [statement(), statement({ suggestedAccountId: 'dollars' }), statement()]
  const [first, second, third] = draftTargets(statements, { accounts })
  expect(
    confirmedTargets(
      [
        { ...first!, bankName: ' My bank ', accountName: ' Card ', kind: 'credit', closing: 500 },
        second!,
        { ...third!, target: 'skip' },
      ],
      statements,
    ),
  ).toEqual([
    {
      accountId: null,
      bankName: 'My bank',
      accountName: 'Card',
      kind: 'credit',
      currency: 'USD',
      closingMinor: 500,
    },
    { accountId: 'dollars' },
    { accountId: null, skip: true },
  ])
})
