/** What a list of WhatsApp contacts may hold; read by the contract, the service and the screen. */

export const CONTACTS_SOURCE = "whatsapp_contacts";

export const MOST_CONTACTS_OF_A_LIST = 5_000;
