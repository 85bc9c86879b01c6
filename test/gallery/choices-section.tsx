import { useState } from 'react'
import { Card, CardContent } from '../../src/web/ui/card.tsx'
import { Checkbox } from '../../src/web/ui/fields/checkbox.tsx'
import { Field } from '../../src/web/ui/fields/field.tsx'
import { RadioGroup } from '../../src/web/ui/fields/radio-group.tsx'
import { Switch } from '../../src/web/ui/fields/switch.tsx'

const sendOptions = [
  { value: 'now', label: 'Send now' },
  { value: 'later', label: 'Do not send' },
  { value: 'scheduled', label: 'Schedule', disabled: true },
]

const plans = [
  { value: 'free', label: 'Free', description: '10 invoices a month' },
  { value: 'pro', label: 'Pro', description: 'Unlimited invoices' },
]

export function ChoicesSection() {
  const [send, setSend] = useState('now')
  const [plan, setPlan] = useState('pro')
  const [reminders, setReminders] = useState(true)
  return (
    <Card>
      <CardContent className="grid gap-6 sm:grid-cols-2">
        <div>
          <Checkbox label="Remember me" defaultChecked />
          <Checkbox label="I agree to the terms" description="They fit on one page." />
          <Checkbox label="Not available" disabled />
          <Field label="Consent" hideLabel error="Tick the box to go on.">
            <Checkbox label="Send me a copy" />
          </Field>
        </div>
        <div>
          <Switch
            label="Reminders"
            description="Three days before, and on the day."
            checked={reminders}
            onCheckedChange={setReminders}
          />
          <Switch label="Weekly summary" />
          <Switch label="Forecast" disabled />
        </div>
        <Field label="After saving" group>
          <RadioGroup value={send} onValueChange={setSend} options={sendOptions} />
        </Field>
        <Field label="Plan" group>
          <RadioGroup value={plan} onValueChange={setPlan} options={plans} look="cards" />
        </Field>
      </CardContent>
    </Card>
  )
}
