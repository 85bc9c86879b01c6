import { useSearch } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { SubmitButton } from '../../../web/forms/submit-button.tsx'
import { readInstallation } from '../../../web/installation.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { dismissToast, showSuccess } from '../../../web/ui/toast.ts'
import { EmailInput } from '../../auth/web/email-input.tsx'
import { useSession } from '../../auth/web/session.ts'
import type { sendContactMessage } from '../../contact/contract.ts'
import type { Message } from './check-message.ts'

const names = ['name', 'email', 'subject', 'message'] as const
// Only the types come from the contract, so that the page does not wait for its schemas.
const route: Pick<typeof sendContactMessage, 'method' | 'path'> = { method: 'post', path: '/api/v1/contact' }

/** The check is loaded once the user types. If it cannot be loaded, the server validates the message. */
const check: Resolver<Message> = async (...input) => {
  const { checkMessage } = await loadCheck()
  return checkMessage ? checkMessage(...input) : { values: input[0], errors: {} }
}
const loadCheck = () => import('./check-message.ts').catch(() => ({ checkMessage: undefined }))

/** The name and address of a signed-in user, and the subject from the link that led here. */
function useInitialValues() {
  const { subject = '' } = useSearch({ from: '/contact' })
  const session = useSession()
  const { name = '', email = '' } = session.status === 'signed-in' ? session.session.user : {}
  return { name, email, subject }
}

export function ContactForm() {
  const { name, email, subject } = useInitialValues()
  const [refusal, setRefusal] = useState<string>()
  const [sentFrom, setSentFrom] = useState<string>()
  const { register, handleSubmit, getValues, setValue, setError, reset, formState } = useForm<Message>({
    resolver: check,
  })
  const { errors } = formState
  useEffect(() => {
    // Keep what the user has already typed, possibly before hydration.
    const fillIn = (field: 'name' | 'email' | 'subject', value: string) => {
      if (value !== '' && !getValues(field)) setValue(field, value)
    }
    fillIn('name', name)
    fillIn('email', email)
    fillIn('subject', subject)
  }, [name, email, subject, getValues, setValue])

  const submit = handleSubmit(async (body) => {
    dismissToast()
    setRefusal(undefined)
    setSentFrom(undefined)
    try {
      await call<typeof sendContactMessage>(route, { body })
      showSuccess('Message Sent Successfully', 'We’ll reply by email.')
      setSentFrom(body.email)
      reset({ name, email, subject: '', message: '' })
    } catch (error) {
      if (showFieldErrors(error, setError, names)) return
      setRefusal(messageOf(error, 'Your message could not be sent. Please try again.'))
    }
  })

  return (
    <form noValidate method="post" className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-5 sm:grid-cols-2" onFocus={() => void loadCheck()}>
        <Field label="Name" required error={errors.name?.message}>
          <Input {...register('name')} autoComplete="name" />
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          <EmailInput {...register('email')} autoComplete="email" />
        </Field>
      </div>
      <Field label="Subject" required error={errors.subject?.message}>
        <Input {...register('subject')} autoComplete="off" />
      </Field>
      <Field label="Message" required error={errors.message?.message}>
        <Textarea {...register('message')} rows={8} />
      </Field>
      <HoneypotField {...register('inquiry')} />
      {refusal !== undefined && (
        <Notice tone="error" title="Your message was not sent">
          {refusal} What you typed is still here.
        </Notice>
      )}
      {sentFrom !== undefined && (
        <Notice tone="success" title="We got your message">
          We’ll reply to {sentFrom}.
        </Notice>
      )}
      <noscript>
        <Notice tone="attention">
          This form needs JavaScript. Without it, write to {readInstallation().support} instead.
        </Notice>
      </noscript>
      <SubmitButton className="self-start" busy={formState.isSubmitting} busyLabel="Sending...">
        Send Message
      </SubmitButton>
    </form>
  )
}

/** For bots that fill in every field: people cannot see or reach it, and browsers do not fill it in. */
function HoneypotField(props: ComponentProps<'input'>) {
  return (
    <div aria-hidden className="absolute -left-2500">
      <label>
        Leave this empty
        <input {...props} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
