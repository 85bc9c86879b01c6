import { updateJournal } from '../../../src/features/journal/update-journal.ts'
import { closePeriod, reopenPeriod, savePeriodSettings } from '../../../src/features/periods/contract.ts'
import { later } from '../figures/calendar.ts'
import { readFacts } from './facts.ts'
import { addInvoice, addLateFee, changeInvoice, credit, removeLateFee } from './invoice-acts.ts'
import { decide, dispute, payByCard, payByHand, refund, undo } from './money-acts.ts'
import {
  addExpense,
  addTransactions,
  changeExpense,
  changeTransaction,
  connectBank,
  enterRate,
  fillRates,
  payOut,
  publishRates,
} from './other-acts.ts'
import type { ReportWorld } from './world.ts'

type Act = (world: ReportWorld) => Promise<unknown>

const changeSettings: Act = async (world) => {
  const [fiscalMonth, countsBank] = [
    world.chance(0.7) ? world.fiscalMonth : 1 + world.upTo(11),
    world.chance(0.6),
  ]
  const saved = await world.ask(savePeriodSettings, { body: { fiscalMonth, countsBank } })
  if (saved) Object.assign(world, { fiscalMonth, countsBank })
}

/** What is closed from then on stays as the reports have it now. */
const close: Act = async (world) => {
  const closed = await world.ask(closePeriod, {
    body: { through: later(world.pastDate(), -world.pick([1, 40, 100])), note: '' },
  })
  if (!closed) return
  const facts = await readFacts(world)
  while ((await updateJournal(world.app.deps, world.businessId)) > 0);
  const through = closed.closedThrough!
  world.frozen = { through, facts: facts.filter(({ day }) => day <= through) }
}

const reopen: Act = async (world) => {
  const opened = await world.ask(reopenPeriod, { body: { from: world.pastDate(), note: '' } })
  if (!opened || !world.frozen) return
  const through = opened.closedThrough
  const facts = world.frozen.facts.filter(({ day }) => through !== null && day <= through)
  world.frozen = through === null ? null : { through, facts }
}

const acts: Act[] = [
  addInvoice,
  addInvoice,
  addInvoice,
  addInvoice,
  changeInvoice,
  changeInvoice,
  credit,
  addLateFee,
  addLateFee,
  removeLateFee,
  payByHand,
  payByHand,
  payByCard,
  payByCard,
  undo,
  refund,
  refund,
  dispute,
  decide,
  decide,
  addExpense,
  addExpense,
  addExpense,
  changeExpense,
  changeExpense,
  addTransactions,
  addTransactions,
  changeTransaction,
  changeTransaction,
  connectBank,
  publishRates,
  publishRates,
  enterRate,
  fillRates,
  fillRates,
  payOut,
  changeSettings,
  close,
  reopen,
]

/** Time passes, and the business lives through this many random acts. */
export async function liveOn(world: ReportWorld, times: number): Promise<void> {
  world.passTime()
  for (let n = 0; n < times; n += 1) await world.pick(acts)(world)
}
