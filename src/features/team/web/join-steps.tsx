import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { SubmitButton } from '../../../web/forms/submit-button.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { PasswordInput } from '../../../web/ui/fields/password-input.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'
import type { Session } from '../../auth/contract.ts'
import { AgreementNote } from '../../auth/web/agreement-note.tsx'
import { endSession, rememberSession, useSession } from '../../auth/web/session.ts'
import { type readInvitation, joinBusiness, joinWithNewAccount } from '../contract.ts'
import { forgetInvitation, keepInvitation } from './invitation-token.ts'

interface JoinStepsProps {
  token: string
  invitation: ResponseOf<typeof readInvitation>
  /** The invitation was withdrawn or used meanwhile. */
  onOver: (message: string) => void
  /** Someone signed up with the invited address meanwhile. */
  onAccountExists: () => void
}

/** What is left to do, which depends on who is signed in. */
export function JoinSteps(props: JoinStepsProps) {
  const state = useSession()
  const { email, hasAccount } = props.invitation
  switch (state.status) {
    case 'signed-in':
      return state.session.user.email.toLowerCase() === email.toLowerCase() ? (
        <JoinButton {...props} />
      ) : (
        <OtherAccount {...props} user={state.session.user} />
      )
    case 'loading':
    case 'leaving':
      return <Skeleton className="h-11" />
    default:
      return hasAccount ? <SignInFirst token={props.token} email={email} /> : <NewAccountForm {...props} />
  }
}

function useJoined() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (session: Session) => {
    forgetInvitation()
    rememberSession(client, session)
    showSuccess('Joined', `You’re now part of ${session.business.name}.`)
    // It leads on to the first page of the role.
    void navigate({ to: '/dashboard', replace: true })
  }
}

function isOver(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'INVITATION_OVER'
}

function JoinButton({ token, invitation, onOver }: JoinStepsProps) {
  const joined = useJoined()
  const joining = useMutation({
    mutationFn: () => call(joinBusiness, { body: { token } }),
    onSuccess: joined,
    onError: (error) => {
      if (isOver(error)) onOver(messageOf(error, ''))
      else showError('Could Not Join', messageOf(error, 'Please try again.'))
    },
  })
  return (
    <Button busy={joining.isPending} busyLabel="Joining..." onClick={() => joining.mutate()}>
      Join {invitation.businessName}
    </Button>
  )
}

function OtherAccount({ invitation, user }: JoinStepsProps & { user: Session['user'] }) {
  const client = useQueryClient()
  async function signOut() {
    try {
      await endSession(client, async () => undefined)
    } catch (error) {
      showError('Error', messageOf(error, 'An error occurred during logout.'))
    }
  }
  return (
    <>
      <p className="text-sm wrap-anywhere text-muted">
        The invitation is for {invitation.email}, and you’re signed in as {user.email}. Sign out to join with
        the invited address.
      </p>
      <Button onClick={() => void signOut()}>Sign Out</Button>
    </>
  )
}

function SignInFirst({ token, email }: { token: string; email: string }) {
  return (
    <>
      <p className="text-sm wrap-anywhere text-muted">
        {email} has an account. Sign in with it to join; you come back here.
      </p>
      <Button asChild>
        {/* Kept only now, because signing out clears what the tab keeps. */}
        <Link to="/login" search={{ redirect: '/join' }} onClick={() => keepInvitation(token)}>
          Sign In
        </Link>
      </Button>
    </>
  )
}

const formSchema = joinWithNewAccount.body.omit({ token: true })

function NewAccountForm({ token, invitation, onOver, onAccountExists }: JoinStepsProps) {
  const joined = useJoined()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { name: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (values) => {
    dismissToast()
    try {
      joined(await call(joinWithNewAccount, { body: { ...values, token } }))
    } catch (error) {
      const message = messageOf(error, 'An error occurred during sign up.')
      if (isOver(error)) return onOver(message)
      showError('Could Not Join', message)
      if (error instanceof ApiError && error.code === 'EMAIL_TAKEN') return onAccountExists()
      showFieldErrors(error, setError, ['name', 'password'])
    }
  })

  return (
    <form noValidate method="post" className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <p className="text-sm wrap-anywhere text-muted">
        Create your account for {invitation.email}. You sign in with this address from then on.
      </p>
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
      <Field label="Full Name" required error={errors.name?.message}>
        <Input {...register('name')} autoComplete="name" />
      </Field>
      <Field label="Password" required hint="At least 8 characters." error={errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <SubmitButton busy={isSubmitting} busyLabel="Joining...">
        Create Account and Join
      </SubmitButton>
      <AgreementNote />
    </form>
  )
}
