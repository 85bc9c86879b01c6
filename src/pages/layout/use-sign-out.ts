import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { endSession } from '../../features/auth/web/session.ts'
import { messageOf } from '../../web/api-client.ts'
import { mayLeave } from '../../web/forms/leave-questions.ts'
import { showToast } from '../../web/ui/toast.ts'

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    try {
      await endSession(client, () => navigate({ to: '/' }))
      showToast({
        title: 'Logged Out',
        description: 'You have been logged out successfully.',
        tone: 'success',
      })
    } catch (error) {
      showToast({
        title: 'Error',
        description: messageOf(error, 'An error occurred during logout.'),
        tone: 'error',
      })
    }
  }
}
