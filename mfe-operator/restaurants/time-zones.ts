import { zoneText } from '@portal/contracts/zone-text'
import { now } from '@portal/shared/http/clock'

const zones: Record<string, string> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Moscow': 'Москва',
  'Europe/Samara': 'Самара',
  'Asia/Yekaterinburg': 'Екатеринбург',
  'Asia/Omsk': 'Омск',
  'Asia/Krasnoyarsk': 'Красноярск',
  'Asia/Irkutsk': 'Иркутск',
  'Asia/Yakutsk': 'Якутск',
  'Asia/Vladivostok': 'Владивосток',
  'Asia/Magadan': 'Магадан',
  'Asia/Kamchatka': 'Камчатка',
}

/** The time zones of Russia, and the one that the restaurant has. */
export function timeZoneOptions(own = 'Europe/Moscow') {
  const names = own in zones ? Object.keys(zones) : [...Object.keys(zones), own]
  return names.map((value) => ({ value, label: zones[value] ?? value, hint: zoneText(value, now()), keywords: value }))
}
