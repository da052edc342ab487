/** Limits of a list of WhatsApp contacts; used by the contract, the service and the screen. */

export const CONTACTS_SOURCE = "whatsapp_contacts";

export const MOST_CONTACTS_OF_A_LIST = 5_000;
