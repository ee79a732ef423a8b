/** Errors of СБП about a phone or its bank, by the API's code. */
export const sbpErrorTexts = {
  sbp_not_connected: 'Номер не подключён к СБП в этом банке',
  sbp_phone_exists: 'Этот номер уже добавлен',
  bank_unknown: 'Выберите банк из списка',
  sbp_unavailable: 'СБП временно недоступна. Попробуйте через минуту.',
}
