import { listSbpBanks } from '@portal/contracts/sbp'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { bankKeywords } from './bank-keywords.ts'

/** The СБП bank where the phone receives money. */
export function BankField() {
  const banks = useSbpBanks()
  const options = banks.map(({ id, name, popular }) => ({
    value: id,
    label: name,
    keywords: bankKeywords(name),
    group: popular ? 'Популярные' : 'Все банки',
  }))
  return (
    <DropdownField
      name="bank_id"
      label="Банк"
      placeholder="Выберите банк"
      search
      options={options.sort((a, b) => Number(a.group !== 'Популярные') - Number(b.group !== 'Популярные'))}
    />
  )
}

export function useSbpBanks() {
  return useSuspenseQuery(apiQuery(listSbpBanks, {})).data.items
}
