import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { mayLeave } from '../../../web/forms/leave-questions.ts'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { rememberSession } from '../../auth/web/session.ts'
import type { switchBusiness } from '../contract.ts'

// Spelled out, so that no page loads the schemas of the contract.
const route = { method: 'put', path: '/api/v1/session/business' } as const

/** Works in another business in this tab. The layout then leads to its first page. */
export function useSwitchBusiness() {
  const client = useQueryClient()
  /** The business that this tab is going to. */
  const [target, setTarget] = useState<string>()

  async function switchTo(businessId: string) {
    if (target !== undefined || !(await mayLeave('switching'))) return
    setTarget(businessId)
    try {
      const session = await call<typeof switchBusiness>(route, { body: { businessId } })
      rememberSession(client, session)
      showSuccess('Switched', `You now work in ${session.business.name}.`)
    } catch (error) {
      showError('Could Not Switch', messageOf(error, 'Please try again.'))
    } finally {
      setTarget(undefined)
    }
  }

  return { target, switchTo }
}
