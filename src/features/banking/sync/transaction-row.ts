import type { TransactionFacts, TransactionPage } from '../../../platform/banks/bank-provider.ts'
import { type Currency, defaultCurrency } from '../../../shared/currencies.ts'
import { convertMoney } from '../../../shared/money.ts'
import { categoryOf } from './category-rules.ts'
import { merchantKey } from './merchant-rules.ts'

const maxTextLength = 500

/** An account as far as its transactions need it. */
interface StoredAccount {
  id: string
  currency: Currency
}

/** By the aggregator's ids. */
export type StoredAccounts = ReadonlyMap<string, StoredAccount>

/** A reported transaction as a row. The properties are named after the columns. */
export interface TransactionRow {
  provider_id: string
  account_id: string
  date: string
  description: string
  merchant: string | null
  merchant_key: string
  currency: Currency
  amount_minor: number
  is_income: boolean
  status: 'posted' | 'pending'
  provider_category: string
}

/** The changes of one page. */
export interface PageRows {
  rows: TransactionRow[]
  /** The id of the pending transaction that a posted one replaces, by the id of the posted one. */
  pendingOf: Map<string, string>
  /** Ids that were removed for good. */
  removed: string[]
  /** Ids in accounts that are not stored here. */
  elsewhere: string[]
}

/** Reads a page; the last occurrence of a transaction counts. */
export function readPage(page: TransactionPage, accounts: StoredAccounts): PageRows {
  const rows = new Map<string, TransactionRow>()
  const pendingOf = new Map<string, string>()
  const elsewhere = new Set<string>()
  for (const facts of [...page.added, ...page.modified]) {
    const id = wellFormed(facts.providerId)
    const account = accounts.get(wellFormed(facts.accountProviderId))
    rows.delete(id)
    pendingOf.delete(id)
    elsewhere.delete(id)
    if (account === undefined) elsewhere.add(id)
    else rows.set(id, rowOf(facts, id, account))
    const pendingId = facts.pendingId && wellFormed(facts.pendingId)
    if (account !== undefined && pendingId && pendingId !== id) pendingOf.set(id, pendingId)
  }
  const removed = new Set<string>()
  const remove = (id: string) => {
    removed.add(id)
    rows.delete(id)
    pendingOf.delete(id)
  }
  for (const id of page.removed) remove(wellFormed(id))
  for (const pendingId of pendingOf.values()) remove(pendingId)
  return {
    rows: [...rows.values()],
    pendingOf,
    removed: [...removed],
    elsewhere: [...elsewhere].filter((id) => !removed.has(id)),
  }
}

function rowOf(facts: TransactionFacts, providerId: string, account: StoredAccount): TransactionRow {
  const merchant = facts.merchant === null ? null : textOf(facts.merchant) || null
  const description = textOf(facts.description) || (merchant ?? '')
  const { primary, detailed, word } = facts.category
  const currency = facts.currency ?? account.currency
  return {
    provider_id: providerId,
    account_id: account.id,
    date: facts.date,
    description,
    merchant,
    merchant_key: merchantKey({ merchant, description }),
    currency,
    amount_minor: inCurrency(facts.amountMinor, facts.currency, currency),
    is_income: facts.isIncome,
    status: facts.isPending ? 'pending' : 'posted',
    provider_category: categoryOf({ primary, detailed, word: word === null ? null : textOf(word) }),
  }
}

/** An amount in its currency. If the bank named none, the amount was read with two decimals. */
export function inCurrency(minor: number, named: Currency | null, currency: Currency): number {
  return named === null ? convertMoney({ minor, currency: defaultCurrency }, '1', currency).minor : minor
}

/** Removes what Postgres rejects: NUL characters and lone surrogates. */
export function wellFormed(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Cleans a text and limits its length without cutting a surrogate pair in half. */
export function textOf(text: string): string {
  return wellFormed(text)
    .trim()
    .slice(0, maxTextLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
