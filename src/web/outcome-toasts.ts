import { messageOf } from './api-client.ts'
import { showToast } from './ui/toast.ts'

export function showSuccess(title: string, description?: string): void {
  showToast({ title, description, tone: 'success' })
}

/** Shows the server's reason, or the fallback for an error in our own code. */
export function showFailure(title: string, error: unknown, fallback = 'Please try again.'): void {
  showToast({ title, description: messageOf(error, fallback), tone: 'error' })
}
