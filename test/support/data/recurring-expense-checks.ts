import { expect } from 'vitest'
import { listRecurringExpenses } from '../../../src/features/expenses/recurring-view.ts'
import type { RecurringExpenseWorld, Step, StoredRow } from './recurring-expense-world.ts'

interface Placed {
  seriesId: string
  period: number
}

const inOrder = (a: Placed, b: Placed) => a.seriesId.localeCompare(b.seriesId) || a.period - b.period

function expectedOf(world: RecurringExpenseWorld) {
  return [...world.models].flatMap(([seriesId, { rows }]) =>
    [...rows].map(([period, { day, state, amountCents }]) => ({
      seriesId,
      period,
      onDate: day,
      state,
      amountCents,
    })),
  )
}

/** Compares what there is with what the model says, once a step was taken. `before` is what there was. */
export async function checkWorld(
  world: RecurringExpenseWorld,
  before: StoredRow[],
  step: Step,
): Promise<void> {
  const rows = await world.rows()
  const found = rows.map(({ seriesId, period, onDate, state, version, amountCents }) => {
    const isEdited = state === 'made' && version !== 1
    return { seriesId, period, onDate, state: isEdited ? 'edited' : state, amountCents }
  })
  expect(found.toSorted(inOrder)).toEqual(expectedOf(world).toSorted(inOrder))

  const { today } = world
  const isTouchedByHand = step.do === 'edit' || step.do === 'remove'
  const lasting = before.filter(({ id, version, onDate }) => id && (version! > 1 || onDate <= today))
  if (!isTouchedByHand) expect(rows).toEqual(expect.arrayContaining(lasting))

  const { recurring } = await listRecurringExpenses(world.app.deps, world.identity, {})
  for (const { id, nextDate, state } of recurring) {
    const model = world.models.get(id)!
    expect(nextDate).toBe(model.nextDay(today))
    const runs = nextDate === null ? 'over' : 'running'
    expect(state).toBe(model.state === 'paused' ? 'paused' : runs)
  }
}
