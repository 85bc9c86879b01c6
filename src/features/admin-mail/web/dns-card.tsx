import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { ChevronRight, CircleCheck, CircleHelp, CircleX, Globe, TriangleAlert } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { SubmitButton } from '../../../web/forms/submit-button.tsx'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { dismissToast, showError } from '../../../web/ui/toast.ts'
import { type DnsCheck, checkDns } from '../contract.ts'

const formSchema = z.strictObject({
  selector: z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(checkDns.query.shape.selector),
})

export function DnsCard({ domain }: { domain: string | undefined }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { selector: '' },
  })
  const checking = useMutation({
    mutationFn: (query: z.output<typeof formSchema>) => call(checkDns, { query }),
    onError: (error) => {
      if (showFieldErrors(error, setError, ['selector'])) return
      showError(
        'DNS Not Checked',
        messageOf(error, 'The name servers couldn’t be reached. Please try again.'),
      )
    },
  })
  const submit = handleSubmit((query) => {
    // Enter in the field submits the form even while its button is busy.
    if (checking.isPending) return
    dismissToast()
    checking.mutate(query)
  })
  return (
    <Card aria-labelledby="dns-check">
      <CardHeader>
        <CardTitle id="dns-check">DNS check</CardTitle>
        <CardDescription className="wrap-anywhere">
          What the name servers say about {domain ?? 'your domain'}, and what it means for your email.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <form
          noValidate
          method="post"
          aria-labelledby="dns-check"
          className="flex gap-x-2 gap-y-4 max-sm:flex-col sm:items-start"
          onSubmit={(event) => void submit(event)}
        >
          <Field
            label="DKIM selector"
            optional
            hint="Your provider gives it to you, such as s1 or google. If empty, common names are tried."
            error={formState.errors.selector?.message}
            className="flex-1 sm:max-w-md"
          >
            <Input
              {...register('selector')}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
            />
          </Field>
          <SubmitButton
            variant="secondary"
            busy={checking.isPending}
            busyLabel="Checking..."
            className="sm:mt-6.5"
          >
            <Globe aria-hidden />
            Check DNS
          </SubmitButton>
        </form>
        {/* Always rendered, so that screen readers announce the result. */}
        <output className="block empty:hidden">
          {checking.data && <Checks domain={checking.data.domain} checks={checking.data.checks} />}
        </output>
      </CardContent>
    </Card>
  )
}

const verdicts = {
  good: { icon: CircleCheck, tone: 'positive', label: 'Good' },
  attention: { icon: TriangleAlert, tone: 'attention', label: 'Needs attention' },
  missing: { icon: CircleX, tone: 'negative', label: 'Missing' },
  unknown: { icon: CircleHelp, tone: 'neutral', label: 'No answer' },
} as const

function Checks({ domain, checks }: { domain: string; checks: DnsCheck[] }) {
  return (
    <ul aria-label={`Records of ${domain}`} className="grid gap-x-8 lg:grid-cols-2">
      {checks.map(({ record, verdict, words, found }) => {
        const badge = verdicts[verdict]
        return (
          <li key={record} className="flex flex-col gap-1 border-t border-border py-4 text-sm last:pb-0">
            <p className="flex items-center gap-2 font-medium text-foreground">
              {record}
              <Badge tone={badge.tone} icon={badge.icon}>
                {badge.label}
              </Badge>
            </p>
            <p className="wrap-anywhere text-muted">{words}</p>
            {found.length > 0 && <Found record={record} found={found} />}
          </li>
        )
      })}
    </ul>
  )
}

function Found({ record, found }: { record: string; found: string[] }) {
  return (
    <details className="group">
      <summary className="flex w-fit list-none items-center gap-1 rounded-sm py-1 font-medium text-accent touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {found.length === 1 ? '1 record found' : `${found.length} records found`}
        <span className="sr-only"> for {record}</span>
      </summary>
      <ul className="mt-1 flex flex-col gap-2 rounded-md bg-surface-sunken px-3 py-2 font-mono text-xs text-foreground">
        {found.map((text) => (
          <li key={text} className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
