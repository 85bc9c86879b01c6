import { Link } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { FormSection, wholeRow } from '../../../web/forms/form-section.tsx'
import { draftKey } from '../../../web/forms/unsaved-draft.ts'
import { useDraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { firstField } from '../../../web/forms/use-first-field.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import type { DocumentStyle } from '../../business/contract.ts'
import { useOwnFields } from '../../fields/web/own-fields-api.ts'
import { ChargeSection } from '../../invoices/web/charge/charge-section.tsx'
import { ClientFields } from '../../invoices/web/form/client-fields.tsx'
import { CompanyFields } from '../../invoices/web/form/company-fields.tsx'
import { datesOn } from '../../invoices/web/form/content-values.ts'
import { FormFrame } from '../../invoices/web/form/form-frame.tsx'
import { NotesSection } from '../../invoices/web/form/notes-section.tsx'
import { OwnFieldsSection } from '../../invoices/web/form/own-fields-section.tsx'
import { previewDocument } from '../../invoices/web/form/preview-document.ts'
import { DatelessFields } from '../../invoices/web/form/terms-fields.tsx'
import { LateFeeSection } from '../../invoices/web/late-fees/late-fee-section.tsx'
import { PartsSection } from '../../invoices/web/parts/parts-section.tsx'
import { ReminderField } from '../../reminders/web/reminder-field.tsx'
import type { Template } from '../contract.ts'
import { type TemplateFormValues, templateDraftSchema, templateFormResolver } from './template-form-values.ts'
import { useSaveTemplate, versionOf } from './use-save-template.ts'

interface TemplateFormProps {
  draftOwner: string
  template: Template | null
  initial: TemplateFormValues
  hasClients: boolean
  today: string
  /** The number format of the business. */
  locale: string
  style: DocumentStyle | undefined
}

export function TemplateForm(props: TemplateFormProps) {
  const { draftOwner, template, initial, hasClients, today, locale, style } = props
  const handle = useDraftedForm({
    draftKey: draftKey('template', draftOwner, template?.id ?? null),
    draftSchema: templateDraftSchema,
    resolver: templateFormResolver,
    initial,
    version: template && versionOf(template),
  })
  const fields = useOwnFields('invoice')
  const saving = useSaveTemplate(template?.id ?? null, handle)
  return (
    <FormFrame
      {...saving}
      handle={handle}
      label={template ? 'Template' : 'New template'}
      what="template"
      submit={{ label: 'Save Template', busyLabel: 'Saving...' }}
      cancel={<Link to="/invoices/templates">Cancel</Link>}
      draw={(values) =>
        previewDocument(
          { ...values, ...datesOn(values, today) },
          { number: null, today, locale, style, fields },
        )
      }
    >
      <NameSection />
      <CompanyFields />
      <ClientFields hasClients={hasClients} />
      <ChargeSection />
      <DatelessFields />
      <PartsSection isDateless />
      <LateFeeSection />
      <NotesSection />
      <OwnFieldsSection />
      <FormSection title="Reminders">
        <ReminderField />
      </FormSection>
    </FormFrame>
  )
}

function NameSection() {
  const { register, getFieldState, formState } = useFormContext<TemplateFormValues>()
  return (
    <FormSection title="Template">
      <Field
        label="Template Name"
        required
        hint="Only you see it."
        error={getFieldState('name', formState).error?.message}
        className={wholeRow}
      >
        <Input {...firstField} {...register('name')} autoComplete="off" maxLength={80} />
      </Field>
    </FormSection>
  )
}
