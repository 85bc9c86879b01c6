import { randomUUID } from 'node:crypto'
import { createExpense } from '../../../src/features/expenses/create-expense.ts'
import { deleteExpense } from '../../../src/features/expenses/delete-expense.ts'
import { deleteRecurringExpense } from '../../../src/features/expenses/delete-recurring-expense.ts'
import { makeDueExpenses } from '../../../src/features/expenses/make-due-expenses.ts'
import {
  pauseRecurringExpense,
  resumeRecurringExpense,
} from '../../../src/features/expenses/pause-recurring-expense.ts'
import { listRecurringExpenses } from '../../../src/features/expenses/recurring-view.ts'
import { updateExpense } from '../../../src/features/expenses/update-expense.ts'
import { updateRecurringExpense } from '../../../src/features/expenses/update-recurring-expense.ts'
import type { End, Frequency } from '../../../src/features/schedules/rules.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { Identity } from '../../../src/platform/http/api.ts'
import { dateIn } from '../../../src/shared/dates.ts'
import { RecurringExpenseModel, laterBy } from './recurring-expense-model.ts'
import type { TestApp } from '../test-app.ts'

export type PlannedEnd = { kind: 'never' } | { kind: 'date'; days: number } | { kind: 'count'; count: number }
export type Step =
  | { do: 'create'; frequency: Frequency; startsIn: number; end: PlannedEnd; amountCents: number }
  | { do: 'wait'; hours: number }
  | { do: 'move'; zone: string }
  | { do: 'drain'; atOnce: number }
  | { do: 'update'; which: number; end: PlannedEnd; amountCents: number }
  | { do: 'edit'; which: number; amountCents: number; days: number }
  | { do: 'remove'; which: number }
  | { do: 'pause' | 'resume' | 'finish'; which: number }

export interface Clock {
  now: Date
}

export interface StoredRow {
  seriesId: string
  period: number
  onDate: string
  state: 'made' | 'skipped'
  id: string | null
  version: number | null
  date: string | null
  amountCents: number | null
}

/** A business, and beside it what the model says it should have. */
export class RecurringExpenseWorld {
  readonly models = new Map<string, RecurringExpenseModel>()
  zone = 'UTC'
  readonly app: TestApp
  private readonly clock: Clock
  private readonly businessId: string

  constructor(app: TestApp, clock: Clock, businessId: string) {
    this.app = app
    this.clock = clock
    this.businessId = businessId
  }

  get today(): string {
    return dateIn(this.zone, this.clock.now)
  }

  get identity(): Identity {
    const business = { name: 'Studio', timeZone: this.zone, deleteAfter: null }
    return { businessId: this.businessId, userId: this.businessId, business } as Identity
  }

  tenant<T>(text: string, values: unknown[] = []) {
    return withTenant(this.app.database, this.businessId, async ({ client }) => {
      const { rows } = await client.query(text, values)
      return rows as T[]
    })
  }

  /** Every settled period with its expense, and any expense that no period knows. */
  rows() {
    return this.tenant<StoredRow>(
      `select coalesce(p.series_id, e.series_id) as "seriesId", p.period, p.on_date::text as "onDate", p.state, e.id,
         e.version, e.date::text as date, e.amount_cents::float as "amountCents"
       from recurring_expense_periods p full join expenses e on e.id = p.expense_id order by 1, 2`,
    )
  }

  endOf(end: PlannedEnd, start: string): End {
    return end.kind === 'date' ? { kind: 'date', date: laterBy(start, end.days) } : end
  }

  async pickSeries(which: number) {
    const { recurring } = await listRecurringExpenses(this.app.deps, this.identity, {})
    return recurring.toSorted((a, b) => a.id.localeCompare(b.id))[which % Math.max(1, recurring.length)]
  }

  async pickRow(which: number) {
    const rows = (await this.rows()).filter(({ id }) => id !== null)
    return rows[which % Math.max(1, rows.length)]
  }

  /** What the product does; the model follows once it has. */
  async prepare(step: Step): Promise<{ run: () => Promise<unknown>; follow: () => void }> {
    const { deps } = this.app
    const none = { run: async () => undefined, follow: () => undefined }
    switch (step.do) {
      case 'create': {
        const { frequency, amountCents } = step
        const start = laterBy(this.today, step.startsIn)
        const end = this.endOf(step.end, start)
        const facts = {
          amountCents,
          category: 'Rent',
          notes: '',
          date: start,
          requestId: randomUUID(),
        } as const
        let seriesId: string
        return {
          run: async () => {
            const made = await createExpense(deps, this.identity, { ...facts, repeat: { frequency, end } })
            if (made.date !== start) throw new Error('the answer is not the first of them')
            seriesId = made.seriesId!
          },
          follow: () =>
            this.models.set(
              seriesId,
              new RecurringExpenseModel(this.today, { frequency, start, end, amountCents }),
            ),
        }
      }
      case 'wait':
        return {
          run: async () => (this.clock.now = new Date(this.clock.now.getTime() + step.hours * 3_600_000)),
          follow: () => undefined,
        }
      case 'move':
        return {
          run: async () => {
            await this.tenant('update businesses set time_zone = $1', [step.zone])
            this.zone = step.zone
          },
          follow: () => undefined,
        }
      case 'drain':
        return {
          run: () => Promise.all(Array.from({ length: step.atOnce }, () => makeDueExpenses(deps))),
          follow: () => this.drained(),
        }
      case 'edit':
      case 'remove': {
        const row = await this.pickRow(step.which)
        if (!row) return none
        const { id, seriesId, period, version, date } = row
        const model = this.models.get(seriesId)!
        if (step.do === 'remove') {
          return { run: () => deleteExpense(deps, this.identity, id!), follow: () => model.remove(period) }
        }
        const { amountCents, days } = step
        const change = {
          amountCents,
          category: 'Other',
          notes: 'by hand',
          date: laterBy(date!, days),
          version: version!,
        } as const
        return {
          run: () => updateExpense(deps, this.identity, id!, change),
          follow: () => model.edit(period, amountCents),
        }
      }
      default: {
        const series = await this.pickSeries(step.which)
        if (!series) return none
        const { id, version, startDate } = series
        const model = this.models.get(id)!
        if (step.do === 'update') {
          const end = this.endOf(step.end, startDate)
          const { amountCents } = step
          const change = { amountCents, category: 'Rent', notes: '', end, version } as const
          return {
            run: () => updateRecurringExpense(deps, this.identity, id, change),
            follow: () => model.update(this.today, { end, amountCents }),
          }
        }
        const acts = {
          pause: pauseRecurringExpense,
          resume: resumeRecurringExpense,
          finish: deleteRecurringExpense,
        }
        const act = acts[step.do]
        return { run: () => act(deps, this.identity, id), follow: () => model[step.do](this.today) }
      }
    }
  }

  drained(): void {
    for (const model of this.models.values()) model.drain(this.today)
  }

  /** So that the next world has the schedulers for itself. */
  async close(): Promise<void> {
    await this.tenant('update recurring_expenses set ended_at = created_at')
  }
}
