import type { End, Frequency } from '../../../src/features/schedules/rules.ts'

type RowState = 'made' | 'edited' | 'skipped'

interface ModelRow {
  day: string
  state: RowState
  amountCents: number | null
}

const everyDays: Partial<Record<Frequency, number>> = { weekly: 7, biweekly: 14 }
const everyMonths: Partial<Record<Frequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 }
const known = 31

export function laterBy(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const latest = (days: readonly string[]) => days.toSorted().at(-1)!

/**
 * What a recurring expense has to have made, told in days and without a pointer to the next one: a reckoning that shares
 * no code with the product.
 */
export class RecurringExpenseModel {
  state: 'running' | 'paused' | 'ended' = 'running'
  readonly rows = new Map<number, ModelRow>()
  private readonly frequency: Frequency
  private readonly start: string
  private end: End
  private amountCents: number
  /** Days from this one on are wanted as the series is now. */
  private since: string

  constructor(today: string, plan: { frequency: Frequency; start: string; end: End; amountCents: number }) {
    this.frequency = plan.frequency
    this.start = plan.start
    this.end = plan.end
    this.amountCents = plan.amountCents
    this.since = plan.start
    this.fill(latest([laterBy(today, known), plan.start]))
  }

  private dayOf(period: number): string {
    const days = everyDays[this.frequency]
    if (days !== undefined) return laterBy(this.start, period * days)
    const [year = 0, month = 0, day = 0] = this.start.split('-').map(Number)
    const wanted = new Date(Date.UTC(year, month - 1 + period * everyMonths[this.frequency]!, 1))
    const inMonth = wanted.getUTCMonth()
    wanted.setUTCDate(day)
    // Past the end of the month: back to its last day.
    if (wanted.getUTCMonth() !== inMonth) wanted.setUTCDate(0)
    return wanted.toISOString().slice(0, 10)
  }

  private hasEndedBefore(period: number): boolean {
    if (this.end.kind === 'count') return period >= this.end.count
    return this.end.kind === 'date' && this.dayOf(period) > this.end.date
  }

  private fill(through: string): void {
    for (let period = 0; this.dayOf(period) <= through && !this.hasEndedBefore(period); period++) {
      const day = this.dayOf(period)
      if (day < this.since || this.rows.has(period)) continue
      this.rows.set(period, { day, state: 'made', amountCents: this.amountCents })
    }
  }

  private takeBack(today: string): string {
    if (this.state === 'running') this.fill(today)
    const ahead = [...this.rows].filter(([, { day, state }]) => day > today && state === 'made')
    for (const [period] of ahead) this.rows.delete(period)
    return latest([today, ...ahead.map(([, { day }]) => day)])
  }

  /** The next day for which there is or will be one. */
  nextDay(today: string): string | null {
    if (this.state !== 'running') return null
    const days = [...this.rows.values()].filter(({ state }) => state !== 'skipped').map(({ day }) => day)
    for (let period = 0; !this.hasEndedBefore(period); period++) {
      if (this.rows.has(period) || this.dayOf(period) <= today) continue
      days.push(this.dayOf(period))
      break
    }
    return days.filter((day) => day > today).toSorted()[0] ?? null
  }

  drain(today: string): void {
    if (this.state === 'running') this.fill(laterBy(today, known))
  }

  update(today: string, change: { end: End; amountCents: number }): void {
    const last = this.takeBack(today)
    this.end = change.end
    this.amountCents = change.amountCents
    this.since = laterBy(today, 1)
    if (this.state === 'running') this.fill(latest([laterBy(today, known), last]))
  }

  pause(today: string): void {
    if (this.nextDay(today) === null) return
    this.takeBack(today)
    this.state = 'paused'
  }

  resume(today: string): void {
    if (this.state !== 'paused') return
    this.state = 'running'
    this.since = today
    this.drain(today)
  }

  finish(today: string): void {
    this.takeBack(today)
    this.state = 'ended'
  }

  edit(period: number, amountCents: number): void {
    const row = this.rows.get(period)!
    this.rows.set(period, { ...row, state: 'edited', amountCents })
  }

  remove(period: number): void {
    const row = this.rows.get(period)!
    this.rows.set(period, { ...row, state: 'skipped', amountCents: null })
  }
}
