import { randomUUID } from 'node:crypto'
import * as contract from '../../../src/features/categories/contract.ts'
import type { CategoryKind } from '../../../src/features/categories/rules.ts'
import { openReports } from '../fixtures/reports.ts'
import { type TestApp, answerOf } from '../test-app.ts'

const look = { colour: 'gray', parent: null, taxTreatment: 'full' } as const
const changed = { ...look, isArchived: false }

/** What a move of a category may change, and nothing else. Without the technical numbers of postings. */
const dump = `
  select 'expense ' || id as row, to_jsonb(e)::text as content from expenses e where business_id = $1
  union all select 'recurring ' || id, to_jsonb(e)::text from recurring_expenses e where business_id = $1
  union all select 'transaction ' || id, to_jsonb(t)::text from transactions t where business_id = $1
  union all select 'rule ' || id, to_jsonb(t)::text from category_rules t where business_id = $1
  union all select 'removed ' || provider_id, to_jsonb(t)::text from removed_transactions t where business_id = $1
  union all select 'category ' || id, (to_jsonb(c) - 'updated_at')::text from categories c where business_id = $1
  union all select 'former ' || kind || former, to_jsonb(f)::text from former_category_names f where business_id = $1
  union all select 'settings', (to_jsonb(s) - 'updated_at')::text from report_settings s where business_id = $1
  union all select 'posting ' || id, to_jsonb(j)::text from journal j where business_id = $1
  union all select concat_ws(' ', 'total', span, starts_on, basis, account, is_bank, is_test, currency),
    concat_ws(' ', minor, count) from journal_totals where business_id = $1 and (minor <> 0 or count <> 0)
  order by 1`

/** Kept sums that are not those of the journal. */
const notTheSums = `
  select span, starts_on::text, account, sum(minor)::text as minor, sum(count)::text as count from (
    select span, starts_on, basis, account, is_bank, is_test, currency, minor, count from journal_totals
    where business_id = $1
    union all
    select span, starts_on, basis, account, source = 'transaction', is_test,
      case when home_minor is null then j.currency else b.currency end, -coalesce(home_minor, minor), -1
    from journal j join businesses b on b.id = j.business_id
    cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) s (span, starts_on)
    where business_id = $1
  ) sums group by span, starts_on, basis, account, is_bank, is_test, currency
  having sum(minor) <> 0 or sum(count) <> 0`

/** A business with own categories, and short ways to change them and to look at what they hold. */
export async function openCategories(app: TestApp) {
  const reports = await openReports(app)
  const { cookie, businessId } = reports
  const setPlan = (plan: string) =>
    app.database.platform.query('update businesses set plan = $2 where id = $1', [businessId, plan])
  await setPlan('enterprise')
  const run = (text: string, values: unknown[] = []) => reports.run(text, values)
  const tryTo = {
    add: (kind: CategoryKind, name: string, more: object = {}) =>
      app.send(contract.addCategory, { body: { kind, name, ...look, ...more } }, { cookie }),
    change: (kind: CategoryKind, name: string, more: object) =>
      app.send(
        contract.changeCategory,
        { params: { kind, name: encodeURIComponent(name) }, body: { ...changed, name, ...more } },
        { cookie },
      ),
    merge: (kind: CategoryKind, name: string, into: string) =>
      app.send(
        contract.mergeCategory,
        { params: { kind, name: encodeURIComponent(name) }, body: { into } },
        { cookie },
      ),
    order: (kind: CategoryKind, names: string[]) =>
      app.send(contract.orderCategories, { params: { kind }, body: { names } }, { cookie }),
    undo: (id: string) => app.send(contract.undoCategoryChange, { params: { id } }, { cookie }),
  }
  return {
    ...reports,
    setPlan,
    tryTo,
    list: async (kind: CategoryKind) =>
      answerOf(
        contract.listCategories,
        await app.send(contract.listCategories, { params: { kind } }, { cookie }),
      ),
    add: async (kind: CategoryKind, name: string, more: object = {}) =>
      answerOf(contract.addCategory, await tryTo.add(kind, name, more)),
    change: async (kind: CategoryKind, name: string, more: object) =>
      answerOf(contract.changeCategory, await tryTo.change(kind, name, more)),
    merge: async (kind: CategoryKind, name: string, into: string) =>
      answerOf(contract.mergeCategory, await tryTo.merge(kind, name, into)),
    order: async (kind: CategoryKind, names: string[]) =>
      answerOf(contract.orderCategories, await tryTo.order(kind, names)),
    undo: async (id: string) => answerOf(contract.undoCategoryChange, await tryTo.undo(id)),
    /** Stored directly: many at once, a day each from the first of January 2025 on. */
    async storeExpenses(count: number, categories: string[]): Promise<void> {
      await run(
        `insert into expenses (business_id, created_by, currency, amount_minor, category, date, vendor, created_at, updated_at)
         select $1, $1, 'USD', 100 + n, ($3::text[])[1 + n % $4], date '2025-01-01' + n % 600, 'V' || n % 7, now(), now()
         from generate_series(0, $2::int - 1) n`,
        [businessId, count, categories, categories.length],
      )
    },
    /** The same for bank transactions; every third has the category by choice, every third by a rule. */
    async storeTransactions(count: number, categories: string[]): Promise<void> {
      await run(
        `insert into transactions (business_id, date, description, merchant, merchant_key, currency, amount_minor, is_income,
           status, provider_category, rule_category, chosen_category, created_at, updated_at)
         select $1, date '2025-01-01' + n % 600, 'Row ' || n, 'M' || n % 5, 'm' || n % 5, 'USD', 100 + n, n % 5 = 0, 'posted',
           c, case when n % 3 = 1 then c end, case when n % 3 = 2 then c end, now(), now()
         from generate_series(0, $2::int - 1) n, lateral (select ($3::text[])[1 + n % $4] as c) one`,
        [businessId, count, categories, categories.length],
      )
    },
    async storeRule(merchantKey: string, category: string): Promise<void> {
      await run(
        `insert into category_rules (business_id, created_by, merchant_key, merchant, category, created_at)
         values ($1, $1, $2, $2, $3, now())`,
        [businessId, merchantKey, category],
      )
    },
    async storeRemoved(chosen: string): Promise<void> {
      await run(
        `insert into removed_transactions (business_id, provider_id, id, account_id, chosen_category, removed_at)
         values ($1, $2, gen_random_uuid(), gen_random_uuid(), $3, now())`,
        [businessId, randomUUID(), chosen],
      )
    },
    dump: async () => (await run(dump, [businessId])).rows,
    imbalance: async () => (await run(notTheSums, [businessId])).rows,
    count: async (table: string, condition: string, values: unknown[] = []) => {
      const text = `select count(*)::int as count from ${table} where business_id = $1 and ${condition}`
      return (await run(text, [businessId, ...values])).rows[0].count as number
    },
  }
}
export type OwnCategories = Awaited<ReturnType<typeof openCategories>>
