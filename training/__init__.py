"""Training of the editing agent: supervised fine-tuning, SEPO and reflection fine-tuning. Stages arrive one by one."""
