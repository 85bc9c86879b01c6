import {
  closePeriod,
  getPeriodSettings,
  reopenPeriod,
  savePeriodSettings,
} from '../../../src/features/periods/contract.ts'
import { signUpToMatch } from '../matching/sign-up-to-match.ts'
import type { TestApp } from '../test-app.ts'
import { problemOf } from '../test-app.ts'

/** What is said about everything that is dated in the period that `closeJune` closes. */
export const closedText =
  'The books are closed through Jun 30, 2026. Reopen that period under Reports to change anything in it.'

/** Creates an account on the Pro plan, with functions for what the tests of closed periods do as its owner. */
export async function signUpToClose(app: TestApp) {
  const owner = await signUpToMatch(app)
  const { ask, send } = owner
  const close = (through: string, note = '') => send(closePeriod, { body: { through, note } })
  const reopen = (from: string, note = '') => send(reopenPeriod, { body: { from, note } })
  return {
    ...owner,
    close,
    reopen,
    settings: () => ask(getPeriodSettings, {}),
    save: (fiscalMonth: number, countsBank: boolean) =>
      send(savePeriodSettings, { body: { fiscalMonth, countsBank } }),
    closeJune: async () => {
      const answer = await close('2026-06-30')
      if (!answer.ok) throw new Error(await answer.text())
    },
    reopenJune: async () => {
      const answer = await reopen('2026-06-01')
      if (!answer.ok) throw new Error(await answer.text())
    },
    /** The code and the sentence of a refusal; null if the request was accepted. */
    refusal: async (answer: Response | Promise<Response>) => {
      const response = await answer
      if (response.ok) return null
      const { code, message } = await problemOf(response)
      return { code, message }
    },
  }
}
export type Closer = Awaited<ReturnType<typeof signUpToClose>>

export const periodClosed = { code: 'PERIOD_CLOSED', message: closedText }
