import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { call, messageOf } from '../../../web/api-client.ts'
import { SaveFooter } from '../../../web/forms/save-footer.tsx'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type Session, fullNameSchema } from '../../auth/contract.ts'
import { refreshSession } from '../../auth/web/session.ts'
import { renamePerson } from '../contract.ts'
import { teamQuery } from './team-api.ts'

const formSchema = z.strictObject({ name: fullNameSchema })

/** For members whose role does not include the form with the name and the business. */
export function OwnNameCard({ user }: { user: Session['user'] }) {
  const client = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { name: user.name },
  })
  const { errors, isDirty, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    try {
      const saved = await call(renamePerson, { body })
      reset({ name: saved.user.name })
      showSuccess('Name Saved', 'It’s your name in every business you belong to.')
      await Promise.all([
        refreshSession(client),
        client.invalidateQueries({ queryKey: teamQuery.queryKey, refetchType: 'none' }),
      ])
    } catch (error) {
      if (showFieldErrors(error, setError, ['name'])) return
      showError('Name Not Saved', messageOf(error, 'Please try again.'))
    }
  })

  return (
    <Card aria-labelledby="own-name">
      <form noValidate method="post" aria-labelledby="own-name" onSubmit={(event) => void submit(event)}>
        <CardHeader>
          <CardTitle id="own-name">Your name</CardTitle>
          <CardDescription>
            Others see it beside what you do, in every business you belong to.
          </CardDescription>
        </CardHeader>
        <CardContent className="grid gap-5 sm:grid-cols-2">
          <Field label="Full Name" required error={errors.name?.message}>
            <Input {...register('name')} autoComplete="name" />
          </Field>
          <Field label="Email" hint="You sign in with this address, so it can’t be changed.">
            <Input type="email" value={user.email} disabled readOnly />
          </Field>
        </CardContent>
        <SaveFooter isDirty={isDirty} isSaving={isSubmitting} />
      </form>
    </Card>
  )
}
