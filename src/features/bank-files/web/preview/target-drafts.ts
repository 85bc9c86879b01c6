import type { RequestOf } from '../../../../shared/endpoint.ts'
import { type TypedAmount, typedAmountMessage } from '../../../../web/forms/typed-amount.ts'
import type { BankAccount } from '../../../banking/contract.ts'
import type { PreviewStatement, confirmBankImport } from '../../contract.ts'

/** What the owner has chosen for a statement. Everything but the target matters for a new account only. */
export interface TargetDraft {
  /** Where it goes: the id of an account, `new`, or `skip` to leave it out. */
  target: string
  bankName: string
  accountName: string
  kind: PreviewStatement['kind']
  currency: string
  /** The balance after the last transaction, if the file has none. */
  closing: TypedAmount
}

/** Of a bank and of an account. */
export const maxNameLength = 100

/** The accounts that a statement can go to: those in its currency, if it names one. */
export function accountsFor(
  { currency }: Pick<PreviewStatement, 'currency'>,
  accounts: readonly BankAccount[],
): BankAccount[] {
  return accounts.filter((account) => currency === null || account.currency === currency)
}

interface DraftOptions {
  accounts: readonly BankAccount[]
  /** The account that the page was opened for. */
  wanted?: string | undefined
}

/** The first choice for each statement. The account that the page was opened for gets the only one that fits. */
export function draftTargets(
  statements: readonly PreviewStatement[],
  { accounts, wanted }: DraftOptions,
): TargetDraft[] {
  const isOnlyOne = statements.length === 1
  return statements.map((statement) => {
    const fits = (id: string | null | undefined) =>
      accountsFor(statement, accounts).some((account) => account.id === id) && id
    return {
      target: (isOnlyOne && fits(wanted)) || fits(statement.suggestedAccountId) || 'new',
      bankName: (statement.bankName ?? '').slice(0, maxNameLength),
      accountName: (statement.accountName ?? '').slice(0, maxNameLength),
      kind: statement.kind,
      currency: statement.currency ?? statement.shownCurrency,
      closing: null,
    }
  })
}

/** Keeps what was chosen when a file is read again, unless it has other statements now. */
export function redraftTargets(
  before: readonly TargetDraft[],
  statements: readonly PreviewStatement[],
  options: DraftOptions,
): TargetDraft[] {
  const next = draftTargets(statements, options)
  return before.length === next.length ? [...before] : next
}

/** The accounts of the drafts, for another preview. */
export function accountIdsOf(drafts: readonly TargetDraft[]): (string | null)[] {
  return drafts.map(({ target }) => (target === 'new' || target === 'skip' ? null : target))
}

/** Whether the preview was made for other accounts than those that are chosen. */
export function isForOthers(
  drafts: readonly TargetDraft[],
  statements: readonly PreviewStatement[],
): boolean {
  return drafts.some(
    ({ target }, n) =>
      target !== 'skip' && (target === 'new' ? null : target) !== statements[n]?.suggestedAccountId,
  )
}

/** The currency in which the amounts of a statement are shown. */
export function currencyOf({ target, currency }: TargetDraft, statement: PreviewStatement): string {
  return target === 'new' ? (statement.currency ?? currency) : statement.shownCurrency
}

export interface TargetProblems {
  bankName?: string | undefined
  closing?: string | undefined
}

export function problemsOf(draft: TargetDraft, statement: PreviewStatement): TargetProblems {
  if (draft.target !== 'new') return {}
  return {
    bankName: draft.bankName.trim() === '' ? 'Please enter the name of your bank.' : undefined,
    closing: typedAmountMessage(draft.closing, { currency: currencyOf(draft, statement) }),
  }
}

export function isReady(drafts: readonly TargetDraft[], statements: readonly PreviewStatement[]): boolean {
  return drafts.every((draft, n) =>
    Object.values(problemsOf(draft, statements[n]!)).every((problem) => problem === undefined),
  )
}

/** How many transactions the import would add. */
export function countAdded(drafts: readonly TargetDraft[], statements: readonly PreviewStatement[]): number {
  return statements.reduce(
    (sum, { count, existing }, n) => (drafts[n]?.target === 'skip' ? sum : sum + count - existing),
    0,
  )
}

type ConfirmedTarget = NonNullable<RequestOf<typeof confirmBankImport>['body']>['targets'][number]

export function confirmedTargets(
  drafts: readonly TargetDraft[],
  statements: readonly PreviewStatement[],
): ConfirmedTarget[] {
  return drafts.map((draft, n) => {
    const { target, bankName, accountName, kind, closing } = draft
    if (target === 'skip') return { accountId: null, skip: true }
    if (target !== 'new') return { accountId: target }
    return {
      accountId: null,
      bankName: bankName.trim(),
      accountName: accountName.trim(),
      kind,
      currency: currencyOf(draft, statements[n]!),
      closingMinor: typeof closing === 'number' ? closing : null,
    }
  })
}
