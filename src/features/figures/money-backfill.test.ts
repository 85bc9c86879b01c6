import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/empty-database.ts'
import { addExpenses, addInvoices } from '../../../test/support/figures/money-acts.ts'
import { expectRightMoney } from '../../../test/support/figures/money-books.ts'
import { connect } from '../../platform/db/connect.ts'
import { applyMigrations, readMigrations, readRules } from '../../platform/db/migrate.ts'
import { withTenant } from '../../platform/db/transaction.ts'

/** Businesses from before the migration, with rows of every kind, in the names of that time. */
const older = (businessId: string) =>
  `
  set local role millrace_app; set local app.business_id = '${businessId}';
  ${addExpenses(businessId, 40, `date '2026-10-01' + n`)};
  ${addInvoices(businessId, 4, `date '2026-10-29'`)};
  insert into payments (business_id, invoice_id, invoice_number, method, amount_minor, received_at, received_on, undone_at)
  select business_id, id, number, 'cash', amount, now(), due_date, case when amount = 7 then now() end
  from invoices cross join (values (500), (7)) given (amount);
  update invoices set received_minor = 500, status = case when total_minor = 500 then 'paid' else 'pending' end;
  insert into refunds (business_id, payment_id, amount_minor, state, created_at)
  select business_id, id, 20, state, '2026-10-31T23:30:00Z'
  from payments cross join unnest(array['requested', 'pending', 'succeeded', 'failed']) state;
  reset role;`.replaceAll('_minor', '_cents')

test('what was there before the sums were kept is in them', async () => {
  const { url, client: owner, drop } = await createEmptyDatabase()
  const database = connect({ url, onError: () => undefined })
  try {
    const ids = [randomUUID(), randomUUID()] as const
    const all = await readMigrations()
    await applyMigrations(
      owner,
      all.filter((migration) => migration.name < '0009'),
    )
    await owner.query(
      `begin; set local role millrace_auth;
       insert into businesses (id, name, time_zone) values
         ('${ids[0]}', 'East', 'Europe/Zurich'), ('${ids[1]}', 'West', 'America/New_York');
       ${ids.map(older).join('')} commit`,
    )
    await applyMigrations(owner, all, { rules: await readRules() })
    const [east, west] = [await expectRightMoney(database, ids[0]), await expectRightMoney(database, ids[1])]
    // The same time is already the next day in the eastern time zone.
    expect(east).toMatchObject({
      'refunded 2026-11-01': { minor: 320, count: 16 },
      'received 2026-10': { minor: 1000, count: 2 },
      'settled 2026-10': { minor: 500, count: 1 },
      'owed 2026-11': { minor: 2500, count: 2 },
    })
    expect(west).toMatchObject({ 'refunded 2026-10-31': { minor: 320, count: 16 } })
    // Refunds from before the choice existed keep their meaning: the client owes them again. New refunds are
    // not owed.
    const owed = await withTenant(database, ids[0], async ({ client }) => {
      await client.query(
        `insert into refunds (business_id, payment_id, amount_minor, state)
         select business_id, payment_id, 1, 'failed' from refunds limit 1`,
      )
      const sql = 'select still_owed, count(*)::int from refunds group by 1 order by 1'
      return (await client.query(sql)).rows
    })
    expect(owed).toEqual([
      { still_owed: false, count: 1 },
      { still_owed: true, count: 32 },
    ])
  } finally {
    await database.close()
    await drop()
  }
})
