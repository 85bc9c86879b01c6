import { useMutation } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button, type ButtonProps } from '../../../web/ui/button.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import type { resendVerification } from '../contract.ts'

// Spelled out, so that no page loads the schemas of the contract.
const route = { method: 'post', path: '/api/v1/auth/resend-verification' } as const

type ResendVerificationButtonProps = Pick<ButtonProps, 'variant' | 'children'> & { email: string }

export function ResendVerificationButton({ email, ...button }: ResendVerificationButtonProps) {
  const sending = useMutation({
    mutationFn: () => call<typeof resendVerification>(route),
    onSuccess: () => showSuccess('Email Sent', `A new link is on its way to ${email}.`),
    onError: (error) =>
      showError('Email Error', messageOf(error, 'The email couldn’t be sent. Please try again.')),
  })
  return (
    <Button {...button} busy={sending.isPending} busyLabel="Sending..." onClick={() => sending.mutate()} />
  )
}
