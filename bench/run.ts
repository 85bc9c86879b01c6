import { benchAdmin } from './admin.ts'
import { benchDashboard } from './dashboard.ts'
import { benchInvoices } from './invoices.ts'
import { benchReminders } from './reminders.ts'
import type { Outcome } from './targets.ts'
import { benchTransactions } from './transactions.ts'

/** npm run bench -- [names]: every part when none is named. Exits with 1 when a target is missed. */
const parts: Record<string, () => Promise<Outcome>> = {
  admin: benchAdmin,
  dashboard: benchDashboard,
  invoices: benchInvoices,
  reminders: benchReminders,
  transactions: benchTransactions,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}.`)
  process.exitCode = 1
} else {
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
    const outcome = await parts[name]?.()
    console.log(outcome?.text)
    if (outcome && outcome.missed.length > 0) {
      console.error(`Missed in ${name}: ${outcome.missed.join(', ')}.`)
      process.exitCode = 1
    }
  }
}
