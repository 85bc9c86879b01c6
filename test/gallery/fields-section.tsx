import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../src/web/ui/button.tsx'
import { Card, CardContent } from '../../src/web/ui/card.tsx'
import { Combobox } from '../../src/web/ui/fields/combobox.tsx'
import { DatePicker } from '../../src/web/ui/fields/date-picker.tsx'
import { Field } from '../../src/web/ui/fields/field.tsx'
import { Input } from '../../src/web/ui/fields/input.tsx'
import { MoneyInput } from '../../src/web/ui/fields/money-input.tsx'
import { PasswordInput } from '../../src/web/ui/fields/password-input.tsx'
import { Select } from '../../src/web/ui/fields/select.tsx'
import { Textarea } from '../../src/web/ui/fields/textarea.tsx'
import type { ComboboxOption } from '../../src/web/ui/fields/use-combobox-options.ts'

const clients: readonly ComboboxOption[] = [
  { value: 'bakery', label: 'Corner bakery', description: 'bakery@shop.example' },
  { value: 'bikes', label: 'Bike repair shop', description: 'bikes@shop.example' },
  { value: 'ceramics', label: 'Ceramics studio', description: 'ceramics@shop.example' },
  { value: 'florist', label: 'Florist', description: 'florist@shop.example' },
]

async function searchClients(query: string) {
  await Promise.resolve()
  return clients.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
}

export function FieldsSection() {
  const [minor, setMinor] = useState<number | null>(123_450)
  const [due, setDue] = useState<string | null>('2026-03-09')
  const [client, setClient] = useState<ComboboxOption | null>(null)
  const [found, setFound] = useState<ComboboxOption | null>(null)
  return (
    <Card>
      <CardContent className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Email" required hint="Where your receipts go.">
          <Input type="email" autoComplete="email" placeholder="you@shop.example" />
        </Field>
        <Field label="Password" error="Use at least 8 characters.">
          <PasswordInput autoComplete="new-password" defaultValue="short" />
        </Field>
        <Field
          label="Amount"
          hint={<span data-testid="minor">{minor === null ? 'none' : `${minor} minor`}</span>}
        >
          <MoneyInput format={{ currency: 'USD' }} value={minor} onValueChange={setMinor} />
        </Field>
        <Field label="Due date" hint={<span data-testid="due">{due ?? 'none'}</span>}>
          <DatePicker value={due} onValueChange={setDue} />
        </Field>
        <Field label="Client" hint={client ? `Chosen: ${client.value}` : 'Type to filter.'}>
          <Combobox
            value={client}
            onValueChange={setClient}
            options={clients}
            placeholder="Choose a client"
          />
        </Field>
        <Field label="Client on the server" optional>
          <Combobox
            value={found}
            onValueChange={setFound}
            onSearch={searchClients}
            placeholder="Search clients"
          />
        </Field>
        <Field label="Category">
          <Select defaultValue="office">
            <option value="office">Office supplies</option>
            <option value="travel">Travel</option>
          </Select>
        </Field>
        <Field label="Search" hideLabel>
          <Input type="search" leading={<Search aria-hidden />} placeholder="Search transactions..." />
        </Field>
        <Field label="Invoice number" hint="Given by Millrace.">
          <Input readOnly value="3F2A91C0" />
        </Field>
        <Field label="Company" labelAction={<Button variant="link">Where is this shown?</Button>}>
          <Input disabled value="Not editable" />
        </Field>
        <Field label="Notes" optional className="sm:col-span-2">
          <Textarea rows={3} placeholder="Anything the client should know" />
        </Field>
      </CardContent>
    </Card>
  )
}
