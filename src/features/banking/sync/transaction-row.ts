import type { TransactionFacts, TransactionPage } from '../../../platform/banks/bank-provider.ts'
import { categoryOf } from './category-rules.ts'
import { merchantKey } from './merchant-rules.ts'

const longestText = 500

/** A transaction as its row is to say it, named as its columns are. */
export interface TransactionRow {
  provider_id: string
  account_id: string
  date: string
  description: string
  merchant: string | null
  merchant_key: string
  amount_cents: number
  is_income: boolean
  status: 'posted' | 'pending'
  provider_category: string
}

/** What a page comes down to. */
export interface PageRows {
  rows: TransactionRow[]
  /** The pending one that a posted one takes the place of, by the posted one's id. */
  pendingOf: Map<string, string>
  /** Ids that are no more, and do not come back. */
  removed: string[]
  /** Ids in accounts that are left out. */
  elsewhere: string[]
}

/** Each transaction once, with what the page says of it last. `accounts` has the id of each account that is kept. */
export function readPage(page: TransactionPage, accounts: ReadonlyMap<string, string>): PageRows {
  const rows = new Map<string, TransactionRow>()
  const pendingOf = new Map<string, string>()
  const elsewhere = new Set<string>()
  for (const facts of [...page.added, ...page.modified]) {
    const id = wellFormed(facts.providerId)
    const accountId = accounts.get(wellFormed(facts.accountProviderId))
    rows.delete(id)
    pendingOf.delete(id)
    elsewhere.delete(id)
    if (accountId === undefined) elsewhere.add(id)
    else rows.set(id, rowOf(facts, id, accountId))
    const pendingId = facts.pendingId && wellFormed(facts.pendingId)
    if (accountId !== undefined && pendingId && pendingId !== id) pendingOf.set(id, pendingId)
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

function rowOf(facts: TransactionFacts, providerId: string, accountId: string): TransactionRow {
  const merchant = facts.merchant === null ? null : textOf(facts.merchant) || null
  const description = textOf(facts.description) || (merchant ?? '')
  const { primary, detailed, word } = facts.category
  return {
    provider_id: providerId,
    account_id: accountId,
    date: facts.date,
    description,
    merchant,
    merchant_key: merchantKey({ merchant, description }),
    amount_cents: facts.amountCents,
    is_income: facts.isIncome,
    status: facts.isPending ? 'pending' : 'posted',
    provider_category: categoryOf({ primary, detailed, word: word === null ? null : textOf(word) }),
  }
}

/** Postgres takes neither NUL nor half a character. */
export function wellFormed(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Not cut through a character either. */
export function textOf(text: string): string {
  return wellFormed(text)
    .trim()
    .slice(0, longestText)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
