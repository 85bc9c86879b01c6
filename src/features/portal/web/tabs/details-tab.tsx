import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { taxIdExample, taxIdLabel } from '../../../../shared/tax-ids.ts'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { resolverOf } from '../../../../web/forms/form-resolver.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent } from '../../../../web/ui/card.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Textarea } from '../../../../web/ui/fields/textarea.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { CountrySelect } from '../../../business/web/country-select.tsx'
import { type Portal, type PortalDetails, type Proposal, proposePortalDetails } from '../../contract.ts'
import { detailLabels } from '../../details/detail-rules.ts'
import { portalDetailsQuery } from '../portal-api.ts'
import { checkDetails, proposalText } from './details-form-values.ts'

interface DetailsTabProps {
  token: string
  portal: Portal
}

/** What the business knows about the client, who can ask to have it corrected. */
export function DetailsTab({ token, portal }: DetailsTabProps) {
  const loaded = useQuery(portalDetailsQuery(token))
  return (
    <Card aria-label="Your details">
      <CardContent>
        {loaded.data ? (
          // Starts again from what was saved.
          <DetailsForm
            key={loaded.data.proposal?.id ?? 'none'}
            token={token}
            portal={portal}
            details={loaded.data.details}
            proposal={loaded.data.proposal}
          />
        ) : (
          <PanelFallback
            query={loaded}
            title="Your details could not be loaded"
            text={null}
            sizes={['h-10 w-full', 'h-10 w-full', 'h-10 w-full']}
          />
        )}
      </CardContent>
    </Card>
  )
}

interface DetailsFormProps extends DetailsTabProps {
  details: PortalDetails
  proposal: Proposal | null
}

function DetailsForm({ token, portal, details, proposal }: DetailsFormProps) {
  const queries = useQueryClient()
  const { isPreview, business } = portal
  const isPending = proposal?.state === 'pending'
  const form = useForm<PortalDetails>({
    values: isPending ? proposal.details : details,
    resetOptions: { keepDirtyValues: true },
    resolver: resolverOf(checkDetails),
  })
  const { register, control, formState } = form
  const { errors } = formState
  const [country, taxId] = useWatch({ control, name: ['country', 'taxId'] })
  const example = taxIdExample(country)
  const asking = useMutation({
    mutationFn: (body: PortalDetails) => call(proposePortalDetails, { params: { token }, body }),
    onSuccess: (answer) => {
      queries.setQueryData(portalDetailsQuery(token).queryKey, answer)
      if (answer.proposal?.state === 'pending')
        showSuccess('Change Sent', `${business.name} was notified and decides about it.`)
      else showSuccess('Nothing to Change', 'These are the details that are saved already.')
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      for (const [field, message] of Object.entries(error.fields)) {
        if (field in detailLabels)
          form.setError(field as keyof PortalDetails, { type: 'server', message }, { shouldFocus: true })
      }
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit((values) => asking.mutate(values))(event)}
    >
      <output className="block empty:-mb-5">
        {proposal && (
          <Notice tone={isPending ? 'attention' : 'info'}>
            {proposalText(proposal.state, business.name)}
          </Notice>
        )}
      </output>
      <fieldset disabled={isPreview} className="grid min-w-0 gap-x-4 gap-y-5 sm:grid-cols-2">
        <legend className="sr-only">Your details</legend>
        <Field label={detailLabels.name} required error={errors.name?.message}>
          <Input {...register('name')} autoComplete="organization" />
        </Field>
        <Field label={detailLabels.contactName} error={errors.contactName?.message}>
          <Input {...register('contactName')} autoComplete="name" />
        </Field>
        <Field label={detailLabels.email} required error={errors.email?.message}>
          <Input
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label={detailLabels.phone} error={errors.phone?.message}>
          <Input {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        </Field>
        <Field label={detailLabels.address} error={errors.address?.message} className="sm:col-span-2">
          <Textarea {...register('address')} rows={3} autoComplete="street-address" />
        </Field>
        <Field label={detailLabels.country} error={errors.country?.message}>
          <Controller control={control} name="country" render={({ field }) => <CountrySelect {...field} />} />
        </Field>
        <Field
          label={taxIdLabel(country, taxId)}
          hint={example && `Such as ${example}.`}
          error={errors.taxId?.message}
        >
          <Input {...register('taxId')} autoComplete="off" />
        </Field>
      </fieldset>
      {asking.isError && (
        <Notice tone="error">{messageOf(asking.error, 'That could not be sent. Please try again.')}</Notice>
      )}
      {!isPreview && (
        <div className="flex flex-col gap-2">
          <Button type="submit" className="self-start" busy={asking.isPending} busyLabel="Sending...">
            Ask to change
          </Button>
          <p className="text-sm text-muted">
            {business.name} decides about the change. Invoices that exist stay as they are.
          </p>
        </div>
      )}
    </form>
  )
}
